import { AppError } from '@gossamer/service-kit/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readGatewayConfig } from '../../src/config.ts';
import type { Identity } from '../../src/http/identity/identity.ts';
import { dailySubjects, LimitReachedError } from '../../src/limits/quota.ts';
import { createQuotaDenialCache } from '../../src/limits/quota-denial-cache.ts';

const config = readGatewayConfig({
  DATABASE_URL: 'postgres://localhost/test',
  REDIS_URL: 'redis://localhost',
  GATEWAY_SECRET: 'x'.repeat(32),
  STORAGE_DIRECTORY: '/tmp/objects',
});
const owner = 'member:1';
const account = { emailVerifiedAt: new Date() };
const member = { kind: 'member', owner, ownerKey: owner, tier: 'member', account } as unknown as Identity;
const now = new Date('2026-11-22T23:59:59Z');
const large = 20_000_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Adds a denial to the cache, as an upload that exceeds the quota does. */
function refuse(quotaDenials: ReturnType<typeof createQuotaDenialCache>): void {
  const [own = { subject: '', allowance: 0 }] = dailySubjects(member, config);
  quotaDenials.note(new LimitReachedError(own, member, now));
}

function isRefused(
  quotaDenials: ReturnType<typeof createQuotaDenialCache>,
  identity = member,
  sizeBytes = large,
) {
  try {
    quotaDenials.assertQuotaLeft(identity, sizeBytes, new Date());
    return false;
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
    expect(error).toBeInstanceOf(AppError);
    quotaDenials.note(error);
    return true;
  }
}

describe('an owner without quota', () => {
  it('cannot upload large files for five seconds, even when retrying', () => {
    const quotaDenials = createQuotaDenialCache(config);
    expect(isRefused(quotaDenials)).toBe(false);
    refuse(quotaDenials);
    for (let n = 0; n < 4; n += 1) {
      expect(isRefused(quotaDenials)).toBe(true);
      vi.advanceTimersByTime(1_200);
    }
    vi.advanceTimersByTime(300);
    expect(isRefused(quotaDenials)).toBe(false);
  });

  it('can still upload small files, which may be exempt from the quota', () => {
    const quotaDenials = createQuotaDenialCache(config);
    refuse(quotaDenials);
    expect(isRefused(quotaDenials, member, 1_000_000)).toBe(false);
  });

  it('can upload again after upgrading to Pro', () => {
    const quotaDenials = createQuotaDenialCache(config);
    refuse(quotaDenials);
    expect(isRefused(quotaDenials, { ...member, tier: 'pro' } as Identity)).toBe(false);
  });
});
