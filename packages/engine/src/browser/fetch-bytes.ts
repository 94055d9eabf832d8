/**
 * Downloads a file that the engine needs.
 * @throws Error if the download fails
 */
export async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`a file of the engine could not be loaded: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
