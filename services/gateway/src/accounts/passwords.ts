import { randomBytes } from 'node:crypto';
import { AppError } from '@gossamer/service-kit/errors';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id as OWASP ASVS 5.0, appendix C, wants it. Each hash holds this much memory while it is made. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
const retryAfterSeconds = 2;

export interface PasswordOptions {
  /** Hashes made at a time; more would let a flood of logins take the machine's memory. */
  concurrency?: number;
  /** How many may wait for their turn. */
  queue?: number;
}

export interface Passwords {
  /** @throws AppError `server_busy` when too many wait already */
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password of that hash. Without a hash the answer is no, after the same work.
   * @throws AppError `server_busy` when too many wait already
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** Hashes passwords, a few at a time. */
export function createPasswords({ concurrency = 2, queue = 50 }: PasswordOptions = {}): Passwords {
  const nobodysHash = unmatchableHash();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < concurrency) running += 1;
    else {
      if (waiting.length >= queue) throw new AppError('server_busy', { retryAfterSeconds });
      // Whoever ends hands its place on, so nobody who comes later slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: (passwordHash, password) => inTurn(() => verify(passwordHash ?? nobodysHash, password)),
  };
}

/** In the form of a real hash and as much work to hold a password against, but of none. */
function unmatchableHash(): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  const { memoryCost, timeCost, parallelism } = cost;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`;
}
