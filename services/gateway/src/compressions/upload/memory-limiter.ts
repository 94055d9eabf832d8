import { AppError } from '@gossamer/service-kit/errors';

export interface MemoryLimiter {
  /**
   * Waits for so much memory and reserves it. @throws AppError `server_busy` when too many wait, or for too long
   */
  take(bytes: number, sender?: Sender): Promise<Reservation>;
  readonly takenBytes: number;
  readonly waiting: number;
}

/** Memory that an upload has. */
export interface Reservation {
  /** Called at the end. */
  release(): void;
  /** Its sender has become slow. False: others wait, and slow ones have their share already, so it must go. */
  markSlow(): boolean;
}

/** Who sends: a member, or an address of visitors, under one name. */
export interface Sender {
  isSlow: boolean;
  name?: string;
}

interface Waiting extends Sender {
  bytes: number;
  begin(): void;
}

const retryAfterSeconds = 5;
/** What slow senders together, and one sender alone, may have of the memory and of the places to wait. */
const slowShare = 0.75;
const senderShare = 0.5;

/**
 * Bounds the memory that uploads hold while they are stored, first come first served, and how many may wait for it:
 * many small ones go on at once, but only a few large ones. Slow senders hold theirs for long, and one sender may open any
 * number of connections; however many there are, they leave room for others.
 */
export function createMemoryLimiter(limits: {
  memoryBytes: number;
  queue: number;
  queueTimeoutMs: number;
}): MemoryLimiter {
  const queue: Waiting[] = [];
  const taken = new Map<string, number>();
  let takenBytes = 0;

  /** Whoever is first waits until there is room, however small those behind are: else large ones would never begin. */
  const admit = () => {
    for (let next = queue.find(canReserve); next && fits(next.bytes); next = queue.find(canReserve)) {
      queue.splice(queue.indexOf(next), 1);
      next.begin();
    }
  };
  const fits = (bytes: number) => takenBytes + bytes <= limits.memoryBytes;
  /** The first of a share may always: what it wants may be more than all of it. */
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
          ...{ ...sender, bytes },
          begin: () => {
            clearTimeout(timer);
            resolve(hold(bytes, sender));
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

type Share = readonly [name: string, part: number];

const ofSlow: Share = ['slow', slowShare];

/** The shares that a sender's uploads count in. */
function sharesOf({ isSlow, name }: Sender): Share[] {
  const ofSender: Share[] = name === undefined ? [] : [[`sender ${name}`, senderShare]];
  return isSlow ? [ofSlow, ...ofSender] : ofSender;
}
