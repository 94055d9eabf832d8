import { submit } from './submit.ts';

/**
 * Returns the 95th percentile of upload latencies in milliseconds, from the first byte of an upload to the last byte of
 * its result.
 */
export async function uploadP95Ms(options: {
  url: string;
  cookie: string;
  file: Buffer;
  uploads: number;
  inFlight: number;
}): Promise<number> {
  const { url, cookie, file, uploads, inFlight } = options;
  const durations: number[] = [];
  let begun = 0;
  const one = async () => {
    while (begun < uploads) {
      begun += 1;
      const startedAt = performance.now();
      const ending = await submit(url, cookie, file, {});
      // Count a rejected or failed upload as infinitely slow, so that rejections do not improve the percentile.
      durations.push(ending.type === 'completed' ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  return p95(durations);
}

/** Returns the 95th percentile of the values. */
function p95(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(0.95 * (sorted.length - 1))] ?? Number.NaN;
}
