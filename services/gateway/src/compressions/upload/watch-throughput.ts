import { orTimeout } from './or-timeout.ts';

export interface Throughput {
  /** Maximum time without receiving data, in milliseconds. */
  idleTimeoutMs: number;
  /** Minimum average throughput in bytes per second after the grace period; 0 disables the check. */
  minBytesPerSecond: number;
}

/** Initial period of an upload in milliseconds during which the throughput is not checked. */
const graceMs = 20_000;

/**
 * Passes the chunks of a body through. Aborts as soon as the average throughput can no longer reach the minimum, even
 * while no data arrives. Only the time spent waiting for the client counts.
 * @throws AppError `upload_timeout`
 */
export async function* watchThroughput(
  body: AsyncIterable<Buffer>,
  throughput: Throughput,
): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  let bytes = 0;
  let waitedMs = 0;
  for (;;) {
    const allowedMs =
      throughput.minBytesPerSecond > 0 ? (1_000 * bytes) / throughput.minBytesPerSecond : Infinity;
    const leftMs = Math.max(graceMs, allowedMs) - waitedMs;
    const askedAt = performance.now();
    const chunk = await orTimeout(chunks.next(), Math.min(throughput.idleTimeoutMs, leftMs));
    waitedMs += performance.now() - askedAt;
    if (chunk.done) return;
    bytes += chunk.value.length;
    yield chunk.value;
  }
}
