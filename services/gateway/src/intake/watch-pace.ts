import { AppError } from '@gossamer/service-kit/errors';

export interface Pace {
  /** The longest that nothing may come. */
  idleTimeoutMs: number;
  /** The least that must come on average, once the grace time is over. */
  minBytesPerSecond: number;
}

const graceMs = 20_000;

/** Passes a body through and gives up on a client that sends too slowly to ever end. @throws AppError `upload_timeout` */
export async function* watchPace(body: AsyncIterable<Buffer>, pace: Pace): AsyncGenerator<Buffer> {
  const startedAt = performance.now();
  const chunks = body[Symbol.asyncIterator]();
  let bytes = 0;
  for (;;) {
    const chunk = await orTimeout(chunks.next(), pace.idleTimeoutMs);
    if (chunk.done) return;
    bytes += chunk.value.length;
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > graceMs && (bytes / elapsedMs) * 1_000 < pace.minBytesPerSecond) {
      throw new AppError('upload_timeout', { field: 'image' });
    }
    yield chunk.value;
  }
}

async function orTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('upload_timeout', { field: 'image' })), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
