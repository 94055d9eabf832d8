/** The UTC day of a time, as YYYY-MM-DD. */
export function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The first of the month that a time is in, UTC: the period whose balances are closed on that day. */
export function periodOf(time: Date): string {
  return `${time.toISOString().slice(0, 7)}-01`;
}

export function nextPeriod(period: string): string {
  const start = startOf(period);
  start.setUTCMonth(start.getUTCMonth() + 1);
  return utcDay(start);
}

/** When a UTC day begins. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
