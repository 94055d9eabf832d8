import type { GatewayConfig } from '../config.ts';
import type { Identity } from '../http/identity/identity.ts';
import { dailySubjects, LimitReachedError } from './quota.ts';

/**
 * Short-lived cache of owners who have no quota left. Their large uploads can thus be rejected before the body is read.
 */
export interface QuotaDenialCache {
  note(refusal: LimitReachedError): void;
  /** Rejects an upload if the caller was denied by the same limit in the last few seconds. @throws LimitReachedError */
  assertQuotaLeft(identity: Identity, announcedBytes: number, now: Date): void;
}

/** Lifetime of a cache entry in ms. Kept short because a failed job returns its compression to the quota. */
const rememberMs = 5_000;
/**
 * Files up to this size are read even if the quota is used up, because the sample image and images with a cached result do
 * not count against it.
 */
const alwaysReadBytes = 1024 * 1024;
const maxRemembered = 10_000;

const keyOf = (subject: string, limit: number) => `${subject} ${limit}`;

export function createQuotaDenialCache(config: GatewayConfig): QuotaDenialCache {
  const until = new Map<string, number>();
  // The cache key includes the limit, so that an owner who has upgraded to Pro is no longer denied.
  const isRemembered = (key: string) => (until.get(key) ?? 0) > Date.now();
  return {
    note: ({ subject, allowance }) => {
      const key = keyOf(subject, allowance.limit);
      // A denial by the cache must not extend the cache entry. Otherwise, an owner who retries would be denied forever.
      if (isRemembered(key)) return;
      if (until.size >= maxRemembered) until.clear();
      until.set(key, Date.now() + rememberMs);
    },
    assertQuotaLeft: (identity, announcedBytes, now) => {
      if (announcedBytes <= alwaysReadBytes) return;
      const quotaDenials = dailySubjects(identity, config).find(({ subject, allowance }) =>
        isRemembered(keyOf(subject, allowance)),
      );
      if (quotaDenials) throw new LimitReachedError(quotaDenials, identity, now);
    },
  };
}
