import { expect, it } from 'vitest';
import { largestFitting } from '../src/file-size/largest-fitting.ts';

/**
 * Searches qualities from 1 to 100 with files whose sizes are `sizeOf` of the quality, although the search expects sizes
 * that are proportional to the quality. Returns the quality of the result and the number of encoded files.
 */
async function search(maxBytes: number, sizeOf: (encoderQuality: number) => number) {
  let writes = 0;
  const { encoderQuality } = await largestFitting({
    maxBytes,
    start: 25,
    maxEncoderQuality: 100,
    enough: 0.955,
    maxWrites: 6,
    write: async (quality) => {
      writes += 1;
      return { encoderQuality: quality, data: Buffer.alloc(0), sizeBytes: sizeOf(quality) };
    },
    growth: (from, to) => to / from,
  });
  return { encoderQuality, writes };
}

it('finds a quality close to the maximum size although the sizes jump near the highest quality', async () => {
  const jumping = (quality: number) =>
    quality < 95 ? 15_000 + 20 * quality : 20_000 + 15_000 * (quality - 94);
  const { encoderQuality, writes } = await search(100_000, jumping);
  expect(jumping(encoderQuality)).toBeGreaterThan(60_000);
  expect(writes).toBeLessThanOrEqual(6);
});

it('gives up after a few files if even the lowest quality is too large', async () => {
  const { encoderQuality, writes } = await search(100_000, (quality) => 127_000 + quality);
  expect(encoderQuality).toBe(1);
  expect(writes).toBeLessThanOrEqual(8);
});

it('needs few files if the sizes grow as expected', async () => {
  const { encoderQuality, writes } = await search(90_000, (quality) => 1_000 * quality);
  expect(encoderQuality).toBe(88);
  expect(writes).toBe(2);
});
