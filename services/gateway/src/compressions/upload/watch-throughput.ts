import { AppError } from '@gossamer/service-kit/errors';

export interface Throughput {
  /** The longest that nothing may come. */
  idleTimeoutMs: number;
  /** The least that must come on average, once the grace time is over; 0 asks for nothing. */
  minBytesPerSecond: number;
}

/** Until then it does not matter how slowly it comes. */
const graceMs = 20_000;

/**
 * Passes a body through and gives up on a client that sends too slowly to ever end, as soon as that is certain, also
 * while nothing comes. What counts is the time that we wait for it, not what it waits for us.
 * @throws AppError `upload_timeout`
 */
export async function* watchThroughput(
  body: AsyncIterable<Buffer>,
  pace: Throughput,
): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  let bytes = 0;
  let waitedMs = 0;
  for (;;) {
    const allowedMs = pace.minBytesPerSecond > 0 ? (1_000 * bytes) / pace.minBytesPerSecond : Infinity;
    const leftMs = Math.max(graceMs, allowedMs) - waitedMs;
    const askedAt = performance.now();
    const chunk = await orTimeout(chunks.next(), Math.min(pace.idleTimeoutMs, leftMs));
    waitedMs += performance.now() - askedAt;
    if (chunk.done) return;
    bytes += chunk.value.length;
    yield chunk.value;
  }
}

/** @throws AppError `upload_timeout` when the time is over before the work */
export async function orTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new AppError('upload_timeout', { field: 'image' }));
    if (timeoutMs > 0) timer = setTimeout(giveUp, timeoutMs);
    else giveUp();
  });
  try {
    return await Promise.race([timeout, work]);
  } finally {
    clearTimeout(timer);
  }
}
