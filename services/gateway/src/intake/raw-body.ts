import type { IncomingMessage } from 'node:http';

/** A body that is read as it comes. */
export interface RawBody {
  bytes: AsyncIterable<Buffer>;
  /** Called when no more of it is wanted: what still comes can then be thrown away while the answer is read. */
  letGo(): void;
}

/** The connection stays whole when reading stops early, so that the refusal arrives. */
export function rawBody(request: IncomingMessage): RawBody {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  return {
    bytes: { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) },
    // Its end is not awaited: it comes with the next chunk, if ever.
    letGo: () => void chunks.return?.().catch(() => undefined),
  };
}
