import { describe, expect, it } from 'vitest';
import { centerOf, dayAt, labeledDays, linePath, strokesPath, ticksFor } from './chart-scale.ts';

describe('ticksFor', () => {
  it.each([
    [0, 3, [0, 1]],
    [1, 3, [0, 1]],
    [2, 2, [0, 1, 2]],
    [3, 2, [0, 2, 4]],
    [4, 3, [0, 2, 4]],
    [63, 3, [0, 25, 50, 75]],
    [75, 3, [0, 25, 50, 75]],
    [76, 3, [0, 50, 100]],
    [6_111, 3, [0, 2_500, 5_000, 7_500]],
  ])('divides an axis up to %i into at most %i steps', (largest, steps, ticks) => {
    expect(ticksFor(largest, steps)).toEqual(ticks);
  });

  it('returns whole numbers that reach at least the largest value', () => {
    for (let largest = 0; largest < 3_000; largest++) {
      const ticks = ticksFor(largest);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(4);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
    }
  });
});

it('labeledDays returns the last day and earlier days at intervals of whole weeks', () => {
  expect(labeledDays(30)).toEqual([29, 22, 15, 8, 1]);
  expect(labeledDays(90)).toEqual([89, 68, 47, 26, 5]);
});

it('dayAt returns the day at a position, clamped to the first and last day', () => {
  for (let day = 0; day < 30; day++) expect(dayAt(centerOf(day, 30) / 100, 30)).toBe(day);
  expect(dayAt(-0.1, 30)).toBe(0);
  expect(dayAt(1.1, 30)).toBe(29);
});

it('linePath draws larger values higher above the baseline', () => {
  expect(linePath([0, 5, 10], 10)).toBe('M16.67 100L50 50L83.33 0');
  expect(strokesPath([0, 5, 10], 10)).toBe('M50 100V50M83.33 100V0');
});
