/** How long an answer asks to wait, in seconds; undefined when its Retry-After is no positive number. */
export function waitSeconds(retryAfter: string | null | undefined): number | undefined {
  const seconds = Number(retryAfter);
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
}
