import { AppError } from '@gossamer/service-kit/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readGatewayConfig } from '../../src/config.ts';
import type { Identity } from '../../src/identity/identity.ts';
import { dailySubjects, LimitReachedError } from '../../src/limits/daily.ts';
import { createExhausted } from '../../src/limits/exhausted.ts';

const config = readGatewayConfig({
  DATABASE_URL: 'postgres://localhost/test',
  REDIS_URL: 'redis://localhost',
  GATEWAY_SECRET: 'x'.repeat(32),
  STORAGE_DIRECTORY: '/tmp/objects',
});
const owner = 'member:1';
const account = { emailVerifiedAt: new Date() };
const member = { kind: 'member', owner, fairKey: owner, tier: 'member', account } as unknown as Identity;
const now = new Date('2026-11-22T23:59:59Z');
const large = 20_000_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A refusal as an upload meets it: whatever is thrown is noted. */
function refuse(exhausted: ReturnType<typeof createExhausted>): void {
  const [own = { subject: '', allowance: 0 }] = dailySubjects(member, config);
  exhausted.note(new LimitReachedError(own, member, now));
}

function isRefused(exhausted: ReturnType<typeof createExhausted>, identity = member, sizeBytes = large) {
  try {
    exhausted.assertRoom(identity, sizeBytes, new Date());
    return false;
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
    expect(error).toBeInstanceOf(AppError);
    exhausted.note(error);
    return true;
  }
}

describe('who was refused for a used-up day', () => {
  it('is refused large files for five seconds, and not longer by asking again and again', () => {
    const exhausted = createExhausted(config);
    expect(isRefused(exhausted)).toBe(false);
    refuse(exhausted);
    for (let n = 0; n < 4; n += 1) {
      expect(isRefused(exhausted)).toBe(true);
      vi.advanceTimersByTime(1_200);
    }
    vi.advanceTimersByTime(300);
    expect(isRefused(exhausted)).toBe(false);
  });

  it('may send small ones, which may be free', () => {
    const exhausted = createExhausted(config);
    refuse(exhausted);
    expect(isRefused(exhausted, member, 1_000_000)).toBe(false);
  });

  it('is not refused any more once Pro', () => {
    const exhausted = createExhausted(config);
    refuse(exhausted);
    expect(isRefused(exhausted, { ...member, tier: 'pro' } as Identity)).toBe(false);
  });
});
