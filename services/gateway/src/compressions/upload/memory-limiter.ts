import { AppError } from '@gossamer/service-kit/errors';

export interface MemoryLimiter {
  /**
   * Waits until the requested memory is available and reserves it.
   * @throws AppError `server_busy` if the queue is full or the wait times out
   */
  take(bytes: number, sender?: Sender): Promise<Reservation>;
  readonly takenBytes: number;
  readonly waiting: number;
}

/** A reservation of memory for an upload. */
export interface Reservation {
  /** Releases the reserved memory. Must be called when the upload ends. */
  release(): void;
  /**
   * Marks the sender as slow. Returns false if the upload must be aborted, because other uploads are waiting and slow
   * senders use more than their share of the memory.
   */
  markSlow(): boolean;
}

/** Sender of an upload. `name` identifies a member, or the IP address of a visitor. */
export interface Sender {
  isSlow: boolean;
  name?: string;
}

interface Waiting extends Sender {
  bytes: number;
  begin(): void;
}

const retryAfterSeconds = 5;
/** Maximum shares of the memory and the queue: for all slow senders together, and for one sender. */
const slowShare = 0.75;
const senderShare = 0.5;

/**
 * Creates a semaphore that limits the memory held by uploads while they are being stored. Waiting uploads are served in
 * order of arrival. Slow senders hold memory for a long time, and one sender can open any number of connections.
 * Therefore, all slow senders together, and each sender individually, are limited to a share of the memory.
 */
export function createMemoryLimiter(limits: {
  memoryBytes: number;
  queue: number;
  queueTimeoutMs: number;
}): MemoryLimiter {
  const queue: Waiting[] = [];
  const taken = new Map<string, number>();
  let takenBytes = 0;

  /**
   * Admits queued uploads in order of arrival. The first upload blocks smaller ones until enough memory is free,
   * because large uploads would otherwise starve.
   */
  const admit = () => {
    for (let next = queue.find(canReserve); next && fits(next.bytes); next = queue.find(canReserve)) {
      queue.splice(queue.indexOf(next), 1);
      next.begin();
    }
  };
  const fits = (bytes: number) => takenBytes + bytes <= limits.memoryBytes;
  /**
   * Returns whether the shares of the memory permit an upload. An upload may exceed a share that no other upload uses,
   * because a single upload can need more memory than the whole share.
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
          // Admit the next upload in the queue, which may need less memory.
          admit();
        }, limits.queueTimeoutMs);
        queue.push(waiting);
      });
    },
  };
}

type Share = readonly [name: string, part: number];

const ofSlow: Share = ['slow', slowShare];

/** Returns the memory shares that a sender's uploads count against. */
function sharesOf({ isSlow, name }: Sender): Share[] {
  const ofSender: Share[] = name === undefined ? [] : [[`sender ${name}`, senderShare]];
  return isSlow ? [ofSlow, ...ofSender] : ofSender;
}
