import { AppError } from '@gossamer/service-kit/errors';

export interface UploadSlots {
  /** Waits for a slot and takes it. @throws AppError `server_busy` when too many wait, or for too long */
  take(): Promise<() => void>;
  readonly taken: number;
  readonly waiting: number;
}

const retryAfterSeconds = 5;

/** Bounds how many uploads are stored at once, first come first served, and how many may wait for that. */
export function createUploadSlots(limits: {
  slots: number;
  queue: number;
  queueTimeoutMs: number;
}): UploadSlots {
  const queue: (() => void)[] = [];
  let taken = 0;

  const release = () => {
    const next = queue.shift();
    if (next) next();
    else taken -= 1;
  };
  const releaseOnce = () => {
    let isReleased = false;
    return () => {
      if (!isReleased) release();
      isReleased = true;
    };
  };

  return {
    get taken() {
      return taken;
    },
    get waiting() {
      return queue.length;
    },
    take: async () => {
      if (taken < limits.slots) {
        taken += 1;
        return releaseOnce();
      }
      if (queue.length >= limits.queue) throw new AppError('server_busy', { retryAfterSeconds });
      await new Promise<void>((resolve, reject) => {
        const turn = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(turn), 1);
          reject(new AppError('server_busy', { retryAfterSeconds }));
        }, limits.queueTimeoutMs);
        queue.push(turn);
      });
      return releaseOnce();
    },
  };
}
