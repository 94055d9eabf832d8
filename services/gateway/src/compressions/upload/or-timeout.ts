import { AppError } from '@gossamer/service-kit/errors';

/**
 * Awaits a promise with a timeout.
 * @throws AppError `upload_timeout` if `work` takes longer than `timeoutMs`
 */
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
