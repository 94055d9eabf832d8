/** Returns the number of seconds in a Retry-After header, or undefined if it is not a positive number. */
export function waitSeconds(retryAfter: string | null | undefined): number | undefined {
  const seconds = Number(retryAfter);
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
}
