import { expect, it } from 'vitest';
import { affordableEffort, type CostFacts, estimateCostMs } from '../src/cost.ts';

const megapixel = 1_000_000;
const facts = (changes: Partial<CostFacts> = {}, megapixels = 12): CostFacts => ({
  inputFormat: 'jpeg',
  decodedPixels: megapixels * megapixel,
  encodedPixels: megapixels * megapixel,
  frames: 1,
  scans: 1,
  formats: undefined,
  isSizeLimited: false,
  isArchive: false,
  quality: 85,
  effort: 'thorough',
  ...changes,
});

/** Jobs with their engine time in milliseconds, measured on one core. */
const measured: [ms: number, CostFacts][] = [
  [1_500, facts()],
  [2_840, facts({ quality: 95 })],
  [853, facts({ formats: ['jpeg'] })],
  [4_678, facts({}, 24)],
  [4_601, facts({ inputFormat: 'png' }, 6)],
  [2_728, facts({ formats: ['png'] }, 6)],
  [11_123, facts({ formats: ['png'] }, 24)],
  [3_745, facts({ formats: ['avif'] }, 6)],
  [8_733, facts({ formats: ['avif'], quality: 100 }, 6)],
  [1_040, facts({ formats: ['avif'], quality: 100, effort: 'fast' }, 6)],
  [698, facts({ effort: 'fast' }, 24)],
  [2_355, facts({ inputFormat: 'webp', frames: 2_000, effort: 'fast' }, 0.5)],
  [12_724, facts({ scans: 10 }, 100)],
  [4_000, facts({ inputFormat: 'heic' })],
];

it.each(measured)('estimateCostMs is within a factor of 2.5 of the measured %i ms', (ms, of) => {
  const ratio = estimateCostMs(of) / ms;
  expect(ratio).toBeGreaterThan(1 / 2.5);
  expect(ratio).toBeLessThan(2.5);
});

it('estimateCostMs returns at least one millisecond for a single pixel', () => {
  expect(estimateCostMs(facts({}, 1 / megapixel))).toBeGreaterThanOrEqual(1);
});

it('affordableEffort selects fast effort if a thorough search takes more than 25 seconds', () => {
  expect(affordableEffort(facts({ formats: ['avif'] }, 36))).toBe('thorough');
  expect(affordableEffort(facts({ formats: ['avif'], quality: 100 }, 36))).toBe('fast');
  expect(affordableEffort(facts({ effort: 'fast' }))).toBe('fast');
});
