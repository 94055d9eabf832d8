import { randomBytes } from 'node:crypto';
import { AppError } from '@gossamer/service-kit/errors';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id parameters from OWASP ASVS 5.0, appendix C. Each running computation uses `memoryCost` KiB of memory. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
const retryAfterSeconds = 2;

export interface PasswordOptions {
  /** Maximum number of concurrent hash computations, which limits the memory used by a flood of logins. */
  concurrency?: number;
  /** Maximum number of hash computations waiting in the queue. */
  queue?: number;
}

export interface Passwords {
  /** Hashes a password. @throws AppError `server_busy` if the queue is full */
  hash(password: string): Promise<string>;
  /**
   * Returns whether a password matches the hash. If `passwordHash` is undefined, returns false after the same amount of
   * work.
   * @throws AppError `server_busy` if the queue is full
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** Creates functions that hash and verify passwords with limited concurrency. */
export function createPasswords({ concurrency = 2, queue = 50 }: PasswordOptions = {}): Passwords {
  const dummyHash = unmatchableHash();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < concurrency) running += 1;
    else {
      if (waiting.length >= queue) throw new AppError('server_busy', { retryAfterSeconds });
      // Wait in the queue. Each call that finishes starts the next one, so that calls run in order of arrival.
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
    verify: (passwordHash, password) => inTurn(() => verify(passwordHash ?? dummyHash, password)),
  };
}

/** Returns a valid hash that matches no password and takes as long to verify as a real hash. */
function unmatchableHash(): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  const { memoryCost, timeCost, parallelism } = cost;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`;
}
