import { describe, expect, it } from 'vitest';
import { type Counted, checkQuota } from '../src/quota.ts';

const subjects = ['visitor', 'address'];
const rowsOf = (accepted: number, failed: number): Counted[] =>
  Array.from({ length: accepted }, (_, index) => ({ subjects, isReleasable: index < failed }));
const counters = (visitor: number, address: number) => new Map(Object.entries({ visitor, address }));

describe('checkQuota', () => {
  it('accepts counters that equal the accepted uploads minus the released ones', () => {
    expect(checkQuota(rowsOf(10, 3), counters(7, 7))).toEqual([]);
  });

  it.each([
    ['counted twice', 11],
    ['not counted', 9],
  ])('reports the counter of an upload that was %s', (_, counted) => {
    expect(checkQuota(rowsOf(10, 0), counters(counted, 10))).toEqual([
      { subject: 'visitor', counted, owed: 10 },
    ]);
  });

  it('reports counters from which a failed compression was not released', () => {
    expect(checkQuota(rowsOf(10, 1), counters(10, 10))).toHaveLength(2);
  });

  it('allows at most 20 releases per day for a visitor, and five times as many for an IP address', () => {
    expect(checkQuota(rowsOf(150, 120), counters(130, 50))).toEqual([]);
    expect(checkQuota(rowsOf(150, 120), counters(129, 50))).toHaveLength(1);
  });

  it('reports a nonzero counter if there were no uploads', () => {
    expect(checkQuota([], new Map([['visitor', 1]]))).toEqual([{ subject: 'visitor', counted: 1, owed: 0 }]);
  });

  it('ignores compressions that count against no quota', () => {
    expect(checkQuota([{ subjects: [], isReleasable: false }], new Map())).toEqual([]);
  });
});
