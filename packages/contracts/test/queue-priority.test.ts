import { expect, it } from 'vitest';
import { bandStart, lanes, priorityOf, tiers, toLongLane } from '../src/queue-priority.ts';

it('a job that moves to the long lane keeps its tier and rank', () => {
  expect(toLongLane(bandStart('short', 'member') + 7)).toBe(bandStart('long', 'member') + 7);
  expect(toLongLane(bandStart('long', 'pro') + 3)).toBe(bandStart('long', 'pro') + 3);
  expect(toLongLane(0)).toBe(bandStart('long', 'pro'));
});

it('every lane and tier has a separate range of priorities within BullMQ’s limits', () => {
  const bands = lanes.flatMap((lane) => tiers.map((tier) => [lane, tier] as const));
  const ends = bands.flatMap(([lane, tier]) => [
    priorityOf(lane, tier, 0),
    priorityOf(lane, tier, 10_000_000),
  ]);
  expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  expect(new Set(ends).size).toBe(ends.length);
  expect(ends[0]).toBe(2);
  expect(ends.at(-1)).toBeLessThanOrEqual(2_097_151);
});
