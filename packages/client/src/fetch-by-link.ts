import type { Fetch } from './connection.ts';
import type { Deadline } from './deadline.ts';
import type { Compression } from './types.ts';

/** A link that ends sooner than this is not begun with. */
const leastLeftMs = 10_000;

/** Fetches a result by its own link, without the key. Undefined when there is none, or it leads nowhere from here. */
export async function fetchByLink<T>(
  fetch: Fetch,
  { result }: Compression,
  { signal }: Deadline,
  read: (response: Response) => Promise<T>,
): Promise<{ file: T } | undefined> {
  const endsAt = Date.parse(result?.urlExpiresAt ?? '');
  if (!result?.url || !(endsAt - Date.now() > leastLeftMs)) return undefined;
  try {
    const response = await fetch(result.url, { method: 'GET', signal, credentials: 'omit' });
    if (response.ok) return { file: await read(response) };
    await response.body?.cancel();
  } catch {
    signal.throwIfAborted();
  }
  return undefined;
}
