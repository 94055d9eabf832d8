import type { GatewayConfig } from '../config.ts';
import type { Identity } from '../http/identity/identity.ts';
import { dailySubjects, LimitReachedError } from './quota.ts';

/** Remembers for a moment whose day is used up, so that their large files need not arrive to be refused. */
export interface QuotaDenialCache {
  note(refusal: LimitReachedError): void;
  /** @throws LimitReachedError the same refusal, for whoever was refused a moment ago */
  assertRoom(identity: Identity, announcedBytes: number, now: Date): void;
}

/** A failed job gives its count back, so the memory is short. */
const rememberMs = 5_000;
/** Smaller ones may be the sample or one of the owner's results, which are free. */
const alwaysReadBytes = 1024 * 1024;
const maxRemembered = 10_000;

const keyOf = (subject: string, limit: number) => `${subject} ${limit}`;

export function createQuotaDenialCache(config: GatewayConfig): QuotaDenialCache {
  const until = new Map<string, number>();
  // With its limit: who has another one since, by Pro, was not refused.
  const isRemembered = (key: string) => (until.get(key) ?? 0) > Date.now();
  return {
    note: ({ subject, allowance }) => {
      const key = keyOf(subject, allowance.limit);
      // A refusal from memory is no news: who asks again and again would be refused for ever.
      if (isRemembered(key)) return;
      if (until.size >= maxRemembered) until.clear();
      until.set(key, Date.now() + rememberMs);
    },
    assertRoom: (identity, announcedBytes, now) => {
      if (announcedBytes <= alwaysReadBytes) return;
      const quotaDenials = dailySubjects(identity, config).find(({ subject, allowance }) =>
        isRemembered(keyOf(subject, allowance)),
      );
      if (quotaDenials) throw new LimitReachedError(quotaDenials, identity, now);
    },
  };
}
