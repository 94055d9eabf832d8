/** Returns the size reduction in percent of the original size (0 to 100), not rounded. */
export function savedPercent(originalBytes: number, resultBytes: number): number {
  return originalBytes > 0 ? Math.max(0, ((originalBytes - resultBytes) / originalBytes) * 100) : 0;
}
