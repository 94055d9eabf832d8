/** Returns the UTC day that contains a time, as YYYY-MM-DD. */
export function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Returns the first UTC day of the month that contains a time. This day identifies the payout period. */
export function periodOf(time: Date): string {
  return `${time.toISOString().slice(0, 7)}-01`;
}

export function nextPeriod(period: string): string {
  const start = startOf(period);
  start.setUTCMonth(start.getUTCMonth() + 1);
  return utcDay(start);
}

/** Returns the start of a UTC day. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
