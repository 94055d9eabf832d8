import type { Tier } from '../db/schema.ts';

/** In the order in which they are served. */
export const tiers = ['pro', 'member', 'visitor'] as const satisfies readonly Tier[];

/** BullMQ's priorities: 1 goes first, 2,097,151 last. Each tier has a band of its own, above the one that is let ahead. */
const bandSize = 600_000;
export const aheadOfAll = 1;

/**
 * Who takes turns with others: within a tier, by this key. Turns are start-time fair queueing (Goyal, Vin, Cheng 1996)
 * with every picture of the same cost: they begin where the tier stands, the lowest rank that is not done yet, and each
 * further picture of the same owner comes one later (`accept_compression` in the database). So a single picture waits
 * for what is in work, not for another's hundred.
 */
export interface TurnTaker {
  tier: Tier;
  fairKey: string;
}

/** The priority in the queue of a turn within a tier. */
export function priorityOf(tier: Tier, rank: number): number {
  return bandStart(tier) + Math.min(rank, bandSize - 1);
}

/** The first priority of a tier's band. */
export function bandStart(tier: Tier): number {
  return aheadOfAll + 1 + tiers.indexOf(tier) * bandSize;
}
