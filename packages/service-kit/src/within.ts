/**
 * Resolves with the result of `work`, or rejects with `late()` after the timeout. Later rejections of `work` are
 * ignored.
 */
export async function within<T>(work: Promise<T>, timeoutMs: number, late: () => Error): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(late()), timeoutMs).unref();
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
