/** What `work` comes to, if in time; else throws what `late` makes, and whatever `work` still throws is nobody's. */
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
