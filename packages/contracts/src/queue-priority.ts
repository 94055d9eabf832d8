/** Owner tiers, from highest to lowest priority. */
export const tiers = ['pro', 'member', 'visitor'] as const;
export type Tier = (typeof tiers)[number];

/** Queue lanes. Short jobs of every tier run before long jobs, so that a short job never waits for a long one. */
export const lanes = ['short', 'long'] as const;
export type Lane = (typeof lanes)[number];

/** Minimum estimated engine time, in milliseconds, of a long job. */
export const longFromMs = 3_000;

/** Returns the queue lane (`short` or `long`) for an estimated engine time in milliseconds. */
export const laneOf = (costMs: number): Lane => (costMs >= longFromMs ? 'long' : 'short');

/**
 * Number of BullMQ priorities per lane and tier. BullMQ's priorities range from 1 (first) to 2,097,151 (last); 1 is
 * reserved for promoted jobs.
 */
const bandSize = 300_000;
export const promotedPriority = 1;

/** Returns the first priority in the range of a lane and tier. */
export function bandStart(lane: Lane, tier: Tier): number {
  return promotedPriority + 1 + (lanes.indexOf(lane) * tiers.length + tiers.indexOf(tier)) * bandSize;
}

/**
 * Returns the priority for a rank, counted from 0, within the range of a lane and tier. Ranks beyond the range share
 * its last priority.
 */
export function priorityOf(lane: Lane, tier: Tier, rank: number): number {
  return bandStart(lane, tier) + Math.min(rank, bandSize - 1);
}

/** Converts a job's priority to one in the lane for long jobs. Tier and rank are preserved. */
export function toLongLane(priority: number): number {
  const firstLong = bandStart('long', tiers[0]);
  const isLong = priority >= firstLong;
  return isLong ? priority : Math.max(firstLong, priority + tiers.length * bandSize);
}

/** BullMQ computes the score of a prioritized job as its priority times this factor, plus a sequence number. */
export const scorePerPriority = 2 ** 32;
