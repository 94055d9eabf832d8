import { describe, expect, it } from 'vitest';
import { median, quantile, short, verdictOf } from '../src/figures.ts';

describe('verdictOf', () => {
  const throughput = { better: 'more', target: 0.9, bound: 0.85 } as const;
  const latency = { better: 'less', target: 15, bound: 20 } as const;

  it.each([
    [throughput, 0.9, 'reached'],
    [throughput, 0.87, 'within the bound'],
    [throughput, 0.84, 'MISSED'],
    [latency, 15, 'reached'],
    [latency, 19, 'within the bound'],
    [latency, 21, 'MISSED'],
    [{ better: 'less', target: 300 }, 301, 'MISSED'],
    [latency, Number.NaN, 'MISSED'],
    [latency, Number.POSITIVE_INFINITY, 'MISSED'],
  ] as const)('given the limits %j, rates the value %d as %s', (row, value, verdict) => {
    expect(verdictOf(row, value)).toBe(verdict);
  });
});

describe('quantile()', () => {
  it('returns one of the measured values', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([quantile(values, 0.5), quantile(values, 0.95), quantile(values, 1)]).toEqual([51, 96, 100]);
    expect(median([3, 1, 2])).toBe(2);
  });

  it('returns NaN for an empty list', () => {
    expect(quantile([], 0.5)).toBeNaN();
  });
});

describe('short()', () => {
  it('formats a number with two or three significant digits', () => {
    expect([0.876, 12.34, 123.4].map(short)).toEqual(['0.88', '12.3', '123']);
  });
});
