import { expect, it } from 'vitest';
import { exampleSaving } from './example-saving.ts';

// Spec: 2.151
it('calculates the savings for the example website', () => {
  // Before compression: 200,000 × 3 MB = 600,000 MB = 585.9 GB. After compression: a fifth of this size.
  const saving = exampleSaving();
  expect(saving.beforeBytes / 1024 ** 3).toBeCloseTo(585.94, 2);
  expect(saving.afterBytes / 1024 ** 3).toBeCloseTo(117.19, 2);
  expect(saving.savedUsd).toBe(38);
  expect(saving.savedPerViewBytes / 1024 ** 2).toBeCloseTo(2.4, 5);
  expect(saving.savedPerViewSeconds).toBeCloseTo(2.013, 3);
});
