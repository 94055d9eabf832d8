import { AppError } from '@gossamer/service-kit/errors';

export interface MemoryLimiter {
  /**
   * Waits until the memory is available and reserves it.
   * @throws AppError `server_busy` when the queue is full or the wait times out
   */
  take(bytes: number, sender?: Sender): Promise<Reservation>;
  readonly takenBytes: number;
  readonly waiting: number;
}

/** Memory reserved for an upload. */
export interface Reservation {
  /** Releases the reserved memory. Must be called when the upload ends. */
  release(): void;
  /**
   * Counts the sender as slow from now on. Returns false if the upload must be aborted, because other uploads wait and
   * slow senders use more than their share.
   */
  markSlow(): boolean;
}

/** The sender of an upload. `name` identifies a member or the network address of visitors. */
export interface Sender {
  isSlow: boolean;
  name?: string;
}

interface Waiting extends Sender {
  bytes: number;
  begin(): void;
}

const retryAfterSeconds = 5;
/** Maximum shares of the memory and of the queue: of all slow senders together, and of one sender. */
const slowShare = 0.75;
const senderShare = 0.5;

/**
 * Creates a semaphore that bounds the memory that uploads hold while they are stored. Uploads wait in a queue, first
 * come, first served: many small ones run concurrently, but only a few large ones. Slow senders hold memory for a long
 * time, and one sender can open any number of connections, so both are limited to a share.
 */
export function createMemoryLimiter(limits: {
  memoryBytes: number;
  queue: number;
  queueTimeoutMs: number;
}): MemoryLimiter {
  const queue: Waiting[] = [];
  const taken = new Map<string, number>();
  let takenBytes = 0;

  /** Admits queued uploads in order. The first blocks smaller ones until it fits, or large uploads would starve. */
  const admit = () => {
    for (let next = queue.find(canReserve); next && fits(next.bytes); next = queue.find(canReserve)) {
      queue.splice(queue.indexOf(next), 1);
      next.begin();
    }
  };
  const fits = (bytes: number) => takenBytes + bytes <= limits.memoryBytes;
  /**
   * Returns whether an upload fits its shares. The only upload of a share may exceed it, because a single upload can
   * need more memory than the whole share.
   */
  const canReserve = ({ bytes, ...sender }: Sender & { bytes: number }) =>
    sharesOf(sender).every(([share, part]) => {
      const used = taken.get(share) ?? 0;
      return used === 0 || used + bytes <= part * limits.memoryBytes;
    });
  const isFull = (sender: Sender) =>
    queue.length >= limits.queue ||
    sharesOf(sender).some(([share, part]) => {
      const waiting = queue.filter((one) => sharesOf(one).some(([name]) => name === share));
      return waiting.length >= part * limits.queue;
    });
  const change = (share: string, bytes: number) => {
    const used = (taken.get(share) ?? 0) + bytes;
    if (used > 0) taken.set(share, used);
    else taken.delete(share);
  };
  const hold = (bytes: number, sender: Sender): Reservation => {
    const own = { bytes, shares: sharesOf(sender) };
    takenBytes += bytes;
    for (const [share] of own.shares) change(share, bytes);
    return {
      release: () => {
        takenBytes -= own.bytes;
        for (const [share] of own.shares) change(share, -own.bytes);
        own.bytes = 0;
        admit();
      },
      markSlow: () => {
        if (own.shares.includes(ofSlow)) return true;
        if (!canReserve({ bytes, isSlow: true })) return queue.length === 0;
        own.shares.push(ofSlow);
        change(ofSlow[0], own.bytes);
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
    take: async (wished, sender = { isSlow: false }) => {
      const bytes = Math.min(wished, limits.memoryBytes);
      if (!queue.some(canReserve) && canReserve({ bytes, ...sender }) && fits(bytes))
        return hold(bytes, sender);
      if (isFull(sender)) throw new AppError('server_busy', { retryAfterSeconds });
      return new Promise((resolve, reject) => {
        const waiting = {
          ...sender,
          bytes,
          begin: () => {
            clearTimeout(timer);
            resolve(hold(bytes, sender));
          },
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(new AppError('server_busy', { retryAfterSeconds }));
          // Admit the next upload in the queue, which may be smaller.
          admit();
        }, limits.queueTimeoutMs);
        queue.push(waiting);
      });
    },
  };
}

type Share = readonly [name: string, part: number];

const ofSlow: Share = ['slow', slowShare];

/** Returns the shares against which a sender's uploads count. */
function sharesOf({ isSlow, name }: Sender): Share[] {
  const ofSender: Share[] = name === undefined ? [] : [[`sender ${name}`, senderShare]];
  return isSlow ? [ofSlow, ...ofSender] : ofSender;
}
