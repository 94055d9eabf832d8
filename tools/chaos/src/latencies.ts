import { submit } from './submit.ts';

/** The time that 95 in 100 uploads of an image take from the first byte to the last of the result, at most. */
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
      // One that is refused or fails is as slow as can be.
      durations.push(ending.type === 'completed' ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  return p95(durations);
}

/** The value that 95 in 100 do not exceed. */
function p95(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(0.95 * (sorted.length - 1))] ?? Number.NaN;
}
