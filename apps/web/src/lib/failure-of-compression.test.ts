import { expect, it } from 'vitest';
import { failureOfCompression } from './failure-of-compression.ts';

it.each([
  [{ code: 'corrupt_image' }, { reason: 'corrupt_image' }],
  [
    { code: 'too_many_pixels', details: { maxMegapixels: 64 } },
    { reason: 'too_many_pixels', details: { maxMegapixels: 64 } },
  ],
  [{}, { reason: 'unknown' }],
] as const)('converts the compression %j to the failure %j', (compression, failure) => {
  expect(failureOfCompression(compression)).toEqual(failure);
});
