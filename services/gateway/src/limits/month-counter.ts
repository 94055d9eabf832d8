import { monthOf } from './windows.ts';

/** Returns the counter of API compressions by an account in the calendar month that contains `now`. */
export function monthCounter(subject: string, now: Date) {
  return { subject, kind: 'apiMonth' as const, windowStartsAt: monthOf(now).startsAt };
}
