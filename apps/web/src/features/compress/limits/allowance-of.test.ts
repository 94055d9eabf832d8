import { expect, it } from 'vitest';
import { allowanceOf } from './allowance-of.ts';

const resetsAt = '2026-01-02T00:00:00.000Z';
const noon = Date.parse('2026-01-01T12:00:00Z');
const day = (dailyUsed: number, dailyLimit: number | null = 50) => ({ dailyLimit, dailyUsed, resetsAt });

it.each([
  ['the usage is unknown', undefined, { name: 'plenty' }],
  ['there is no limit', day(5_000, null), { name: 'plenty' }],
  ['most of it remains', day(39), { name: 'plenty' }],
  ['ten compressions remain', day(40), { name: 'scarce', left: 10, limit: 50 }],
  ['one compression remains', day(49), { name: 'scarce', left: 1, limit: 50 }],
])('returns the remaining allowance when %s', (_, given, expected) => {
  expect(allowanceOf(given, undefined, noon)).toEqual(expected);
});

it.each([50, 51])('reports that no compressions remain after %i of 50 compressions', (used) => {
  expect(allowanceOf(day(used), undefined, noon)).toEqual({
    name: 'usedUp',
    failure: { reason: 'daily_limit_reached', details: { limit: 50, resetsAt } },
  });
});

it('reports an allowance as used up if an upload was rejected, even if the statistics differ', () => {
  const failure = { reason: 'address_limit_reached' } as const;
  expect(allowanceOf(day(3), failure, noon)).toEqual({ name: 'usedUp', failure });
});

it('reports the full allowance after the daily reset, even if an upload was rejected before', () => {
  const failure = { reason: 'daily_limit_reached', details: { limit: 50, resetsAt } } as const;
  expect(allowanceOf(day(50), failure, Date.parse(resetsAt))).toEqual({ name: 'plenty' });
});
