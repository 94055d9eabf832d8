import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/accounts/passwords.ts';

describe('passwords', () => {
  it('are hashed with a salt and compared without Unicode normalization', async () => {
    const passwords = createPasswords();
    const [one, two] = [await passwords.hash('pässword\u0000'), await passwords.hash('pässword\u0000')];
    expect(one).not.toBe(two);
    expect(await passwords.verify(one, 'pässword\u0000')).toBe(true);
    expect(await passwords.verify(one, 'pässword')).toBe(false);
    expect(await passwords.verify(one, 'PÄSSWORD\u0000')).toBe(false);
  });

  it('never match for an unknown account, and cause no error', async () => {
    const passwords = createPasswords();
    expect(await passwords.verify(undefined, '')).toBe(false);
    expect(await passwords.verify(undefined, 'password')).toBe(false);
  });

  it('are rejected with the error server_busy if the hashing queue is full', async () => {
    const passwords = createPasswords({ concurrency: 2, queue: 3 });
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.hash('password')));
    expect(asked.map(({ status }) => status)).toEqual([
      ...Array(5).fill('fulfilled'),
      ...Array(3).fill('rejected'),
    ]);
    expect(asked.at(-1)).toMatchObject({ reason: { code: 'server_busy', retryAfterSeconds: 2 } });
    expect(await Promise.all([1, 2, 3, 4, 5].map(() => passwords.hash('password')))).toHaveLength(5);
  });

  it('do not block the queue after hashing fails', async () => {
    const passwords = createPasswords({ concurrency: 1, queue: 1 });
    await expect(passwords.verify('no hash at all', 'password')).rejects.toThrow();
    expect(await passwords.verify(await passwords.hash('password'), 'password')).toBe(true);
  });
});
