import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProgressBuffer } from './progress-buffer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('reports the latest whole percentages of all uploads in one batch, ten times a second', () => {
  const reports: Record<string, number>[] = [];
  const buffer = new ProgressBuffer((percents) => reports.push(Object.fromEntries(percents)));
  buffer.put('a', 1.7);
  buffer.put('b', 50);
  buffer.put('a', 12.9);
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(100);
  buffer.put('b', 51.2);
  vi.advanceTimersByTime(100);
  vi.advanceTimersByTime(1_000);
  expect(reports).toEqual([{ a: 12, b: 50 }, { b: 51 }]);
});

it('discards the unreported progress of an item that has moved to its next step', () => {
  const reports: Record<string, number>[] = [];
  const buffer = new ProgressBuffer((percents) => reports.push(Object.fromEntries(percents)));
  buffer.put('a', 99);
  buffer.drop('a');
  vi.advanceTimersByTime(100);
  expect(reports).toEqual([]);
});
