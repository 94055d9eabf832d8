/** Owner tiers, in the order in which they are served. */
export const tiers = ['pro', 'member', 'visitor'] as const;
export type Tier = (typeof tiers)[number];

/** Short jobs run before long jobs of every tier, so that a short job never waits for a long one. */
export const lanes = ['short', 'long'] as const;
export type Lane = (typeof lanes)[number];

/** Estimated engine time in milliseconds from which on a job is long. */
export const longFromMs = 3_000;

/** Returns the lane of a job by its estimated engine time in milliseconds. */
export const laneOf = (costMs: number): Lane => (costMs >= longFromMs ? 'long' : 'short');

/**
 * BullMQ's priorities run from 1 (first) to 2,097,151 (last). Each lane and tier has its own band, after the priority
 * of promoted jobs.
 */
const bandSize = 300_000;
export const promotedPriority = 1;

/** Returns the first priority of a band. */
export function bandStart(lane: Lane, tier: Tier): number {
  return promotedPriority + 1 + (lanes.indexOf(lane) * tiers.length + tiers.indexOf(tier)) * bandSize;
}

/** Returns the priority of a rank, counted from 0, within a band. Ranks above the band's size share the last one. */
export function priorityOf(lane: Lane, tier: Tier, rank: number): number {
  return bandStart(lane, tier) + Math.min(rank, bandSize - 1);
}

/** Converts the priority of a job in either lane to a priority in the long lane. Tier and rank are kept. */
export function toLongLane(priority: number): number {
  const firstLong = bandStart('long', tiers[0]);
  const isLong = priority >= firstLong;
  return isLong ? priority : Math.max(firstLong, priority + tiers.length * bandSize);
}

/** BullMQ's score of a prioritized job is the job's priority times this factor, plus a sequence number. */
export const scorePerPriority = 2 ** 32;
