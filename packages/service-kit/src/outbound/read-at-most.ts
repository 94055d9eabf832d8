/** The beginning of a body. */
export interface BodyStart {
  bytes: Buffer;
  /** False when there would have been more. */
  isWhole: boolean;
}

/** Reads a body up to so many bytes, and gives up what comes after them. Rejects as its stream does. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<BodyStart> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the stream, and with it the rest of the transfer.
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks, Math.min(length, maxBytes)), isWhole: length <= maxBytes };
}
