import type { State } from './state.ts';

/** Clock of the fake Stripe, in Unix seconds like Stripe's timestamps. It adds an offset to the real time. */
export interface Clock {
  now(): number;
  /** Runs `work` with the clock frozen at `at`, which must not be in the future. */
  runAt(at: number, work: () => void): void;
  /** Moves the clock forward to the given time. */
  moveTo(at: number): void;
}

export function createClock(state: State): Clock {
  let frozenAt: number | undefined;
  return {
    now: () => frozenAt ?? Math.floor((Date.now() + state.clockOffsetMs) / 1_000),
    runAt: (at, work) => {
      frozenAt = at;
      try {
        work();
      } finally {
        frozenAt = undefined;
      }
    },
    moveTo: (at) => {
      state.clockOffsetMs = at * 1_000 - Date.now();
    },
  };
}

export const hour = 3_600;
export const day = 24 * hour;

/** Adds months to a UTC time in Unix seconds. If the target month is too short, uses its last day. */
export function addMonths(start: number, months: number): number {
  const from = new Date(start * 1_000);
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(from.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), days));
  return Math.floor(first.getTime() / 1_000);
}

/** Returns the end of the `count`th billing interval after the billing anchor, in Unix seconds. */
export function addIntervals(anchor: number, recurring: Interval, count: number): number {
  const total = recurring.interval_count * count;
  if (recurring.interval === 'day') return anchor + total * day;
  if (recurring.interval === 'week') return anchor + total * 7 * day;
  return addMonths(anchor, recurring.interval === 'year' ? total * 12 : total);
}

interface Interval {
  interval: string;
  interval_count: number;
}
