import { AppError } from '@gossamer/service-kit/errors';

export interface UploadRoom {
  /** Waits for so much memory and reserves it. @throws AppError `server_busy` when too many wait, or for too long */
  take(bytes: number): Promise<() => void>;
  readonly takenBytes: number;
  readonly waiting: number;
}

interface Waiting {
  bytes: number;
  begin(): void;
}

const retryAfterSeconds = 5;

/**
 * Bounds the memory that uploads hold while they are stored, first come first served, and how many may wait for it:
 * many small or slow ones go on at once, but only a few large ones.
 */
export function createUploadRoom(limits: {
  memoryBytes: number;
  queue: number;
  queueTimeoutMs: number;
}): UploadRoom {
  const queue: Waiting[] = [];
  let takenBytes = 0;

  /** Whoever is first waits until there is room, however small those behind are: else large ones would never begin. */
  const admit = () => {
    for (let first = queue[0]; first && fits(first.bytes); first = queue[0]) {
      queue.shift();
      takenBytes += first.bytes;
      first.begin();
    }
  };
  const fits = (bytes: number) => takenBytes + bytes <= limits.memoryBytes;
  const releaseOnce = (bytes: number) => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      takenBytes -= bytes;
      admit();
    };
  };

  return {
    get takenBytes() {
      return takenBytes;
    },
    get waiting() {
      return queue.length;
    },
    take: async (wished) => {
      const bytes = Math.min(wished, limits.memoryBytes);
      if (queue.length === 0 && fits(bytes)) {
        takenBytes += bytes;
        return releaseOnce(bytes);
      }
      if (queue.length >= limits.queue) throw new AppError('server_busy', { retryAfterSeconds });
      await new Promise<void>((resolve, reject) => {
        const waiting = {
          bytes,
          begin: () => {
            clearTimeout(timer);
            resolve();
          },
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(new AppError('server_busy', { retryAfterSeconds }));
          // The next one may be smaller.
          admit();
        }, limits.queueTimeoutMs);
        queue.push(waiting);
      });
      return releaseOnce(bytes);
    },
  };
}
