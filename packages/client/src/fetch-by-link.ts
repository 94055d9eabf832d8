import type { Fetch } from './connection.ts';
import type { Deadline } from './deadline.ts';

/** A file with its signed link, which is null once the file is deleted. */
export interface LinkedFile {
  url: string | null;
  urlExpiresAt: string | null;
}

/** Minimum remaining lifetime of a signed link in milliseconds. Links that expire sooner are not used. */
const leastLeftMs = 10_000;

/**
 * Downloads a file with its signed link, without the API key. Returns undefined if there is no link or the download
 * fails.
 */
export async function fetchByLink<T>(
  fetch: Fetch,
  { url, urlExpiresAt }: LinkedFile,
  { signal }: Deadline,
  read: (response: Response) => Promise<T>,
): Promise<{ file: T } | undefined> {
  const endsAt = Date.parse(urlExpiresAt ?? '');
  if (!url || !(endsAt - Date.now() > leastLeftMs)) return undefined;
  try {
    const response = await fetch(url, { method: 'GET', signal, credentials: 'omit' });
    if (response.ok) return { file: await read(response) };
    await response.body?.cancel();
  } catch {
    signal.throwIfAborted();
  }
  return undefined;
}
