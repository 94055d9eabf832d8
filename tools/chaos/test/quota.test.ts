import { describe, expect, it } from 'vitest';
import { type Counted, judgeQuota } from '../src/quota.ts';

const subjects = ['visitor', 'address'];
const rowsOf = (accepted: number, failed: number): Counted[] =>
  Array.from({ length: accepted }, (_, index) => ({ subjects, isRefundable: index < failed }));
const counters = (visitor: number, address: number) => new Map(Object.entries({ visitor, address }));

describe('judgeQuota', () => {
  it('finds nothing wrong where counters are what was accepted without what was given back', () => {
    expect(judgeQuota(rowsOf(10, 3), counters(7, 7))).toEqual([]);
  });

  it.each([
    ['charged twice', 11],
    ['not charged', 9],
  ])('finds one that was %s', (_, counted) => {
    expect(judgeQuota(rowsOf(10, 0), counters(counted, 10))).toEqual([
      { subject: 'visitor', counted, owed: 10 },
    ]);
  });

  it('finds a failed job that was not given back', () => {
    expect(judgeQuota(rowsOf(10, 1), counters(10, 10))).toHaveLength(2);
  });

  it('gives a visitor 20 failures a day back, and an address five times as many', () => {
    expect(judgeQuota(rowsOf(150, 120), counters(130, 50))).toEqual([]);
    expect(judgeQuota(rowsOf(150, 120), counters(129, 50))).toHaveLength(1);
  });

  it('finds who is counted and has sent nothing', () => {
    expect(judgeQuota([], new Map([['visitor', 1]]))).toEqual([{ subject: 'visitor', counted: 1, owed: 0 }]);
  });

  it('asks nothing for what names nobody', () => {
    expect(judgeQuota([{ subjects: [], isRefundable: false }], new Map())).toEqual([]);
  });
});
