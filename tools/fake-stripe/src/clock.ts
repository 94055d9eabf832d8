import type { State } from './state.ts';

/** The fake Stripe's time: the real one plus what it was moved on. Seconds since 1970, as Stripe counts. */
export interface Clock {
  now(): number;
  /** Does something at a moment that has come: `now()` says that moment meanwhile. */
  runAt(at: number, work: () => void): void;
  /** Goes on from a later moment. */
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

/** The same day and time some months later, or the last day of a month that has no such day. UTC seconds. */
export function addMonths(start: number, months: number): number {
  const from = new Date(start * 1_000);
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(from.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), days));
  return Math.floor(first.getTime() / 1_000);
}

/** The end of a number of billing intervals from an anchor on. */
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
