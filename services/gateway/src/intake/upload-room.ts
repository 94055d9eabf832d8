import { AppError } from '@gossamer/service-kit/errors';

export interface UploadRoom {
  /**
   * Waits for so much memory and reserves it. @throws AppError `server_busy` when too many wait, or for too long
   */
  take(bytes: number, sender?: { isSlow: boolean }): Promise<Holding>;
  readonly takenBytes: number;
  readonly waiting: number;
}

/** Memory that an upload has. */
export interface Holding {
  /** Called at the end. */
  release(): void;
  /** Its sender has become slow. False: others wait, and slow ones have their share already, so it must go. */
  turnSlow(): boolean;
}

interface Waiting {
  bytes: number;
  isSlow: boolean;
  begin(): void;
}

const retryAfterSeconds = 5;
/** What slow senders may have of the memory, and of the places to wait; the rest is for those who are done soon. */
const slowShare = 0.75;

/**
 * Bounds the memory that uploads hold while they are stored, first come first served, and how many may wait for it:
 * many small ones go on at once, but only a few large ones. Slow senders hold theirs for long; however many there are,
 * they leave room.
 */
export function createUploadRoom(limits: {
  memoryBytes: number;
  queue: number;
  queueTimeoutMs: number;
}): UploadRoom {
  const queue: Waiting[] = [];
  let takenBytes = 0;
  let takenBySlow = 0;

  /** Whoever is first waits until there is room, however small those behind are: else large ones would never begin. */
  const admit = () => {
    for (let next = queue.find(mayHaveMore); next && fits(next.bytes); next = queue.find(mayHaveMore)) {
      queue.splice(queue.indexOf(next), 1);
      next.begin();
    }
  };
  const fits = (bytes: number) => takenBytes + bytes <= limits.memoryBytes;
  /** One slow sender may always: what it wants may be more than the share. */
  const mayHaveMore = ({ bytes, isSlow }: Pick<Waiting, 'bytes' | 'isSlow'>) =>
    !isSlow || takenBySlow === 0 || takenBySlow + bytes <= slowShare * limits.memoryBytes;
  const isFull = (isSlow: boolean) =>
    queue.length >= limits.queue ||
    (isSlow && queue.filter((one) => one.isSlow).length >= slowShare * limits.queue);
  const hold = (bytes: number, isSlow: boolean): Holding => {
    const own = { bytes, isSlow };
    takenBytes += bytes;
    if (isSlow) takenBySlow += bytes;
    return {
      release: () => {
        takenBytes -= own.bytes;
        if (own.isSlow) takenBySlow -= own.bytes;
        own.bytes = 0;
        admit();
      },
      turnSlow: () => {
        if (own.isSlow) return true;
        if (!mayHaveMore({ bytes, isSlow: true })) return queue.length === 0;
        own.isSlow = true;
        takenBySlow += own.bytes;
        return true;
      },
    };
  };

  return {
    get takenBytes() {
      return takenBytes;
    },
    get waiting() {
      return queue.length;
    },
    take: async (wished, { isSlow } = { isSlow: false }) => {
      const bytes = Math.min(wished, limits.memoryBytes);
      if (!queue.some(mayHaveMore) && mayHaveMore({ bytes, isSlow }) && fits(bytes))
        return hold(bytes, isSlow);
      if (isFull(isSlow)) throw new AppError('server_busy', { retryAfterSeconds });
      return new Promise((resolve, reject) => {
        const waiting = {
          ...{ bytes, isSlow },
          begin: () => {
            clearTimeout(timer);
            resolve(hold(bytes, isSlow));
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
    },
  };
}
