import type { GatewayConfig } from '../config.ts';
import type { Identity } from '../identity/identity.ts';
import { dailySubjects, LimitReachedError } from './daily.ts';

/** Remembers for a moment whose day is used up, so that their large files need not arrive to be refused. */
export interface Exhausted {
  note(refusal: LimitReachedError): void;
  /** @throws LimitReachedError the same refusal, for whoever was refused a moment ago */
  assertRoom(identity: Identity, announcedBytes: number, now: Date): void;
}

/** A failed job gives its count back, so the memory is short. */
const rememberMs = 5_000;
/** Smaller ones may be the sample or one of our own results, which are free. */
const alwaysReadBytes = 1024 * 1024;
const maxRemembered = 10_000;

export function createExhausted(config: GatewayConfig): Exhausted {
  const until = new Map<string, number>();
  return {
    note: ({ subject }) => {
      if (until.size >= maxRemembered) until.clear();
      until.set(subject, Date.now() + rememberMs);
    },
    assertRoom: (identity, announcedBytes, now) => {
      if (announcedBytes <= alwaysReadBytes) return;
      const exhausted = dailySubjects(identity, config).find(
        ({ subject }) => (until.get(subject) ?? 0) > Date.now(),
      );
      if (exhausted) throw new LimitReachedError(exhausted, identity, now);
    },
  };
}
