import { expect, it } from 'vitest';
import { fitSide, middleSquare } from './scaled-sizes.ts';

it.each([
  [{ width: 4_000, height: 3_000 }, 1_000, { width: 1_000, height: 750 }],
  [{ width: 3_000, height: 4_000 }, 1_000, { width: 750, height: 1_000 }],
  [{ width: 800, height: 600 }, 1_000, { width: 800, height: 600 }],
  [{ width: 800, height: 600 }, Number.POSITIVE_INFINITY, { width: 800, height: 600 }],
  [{ width: 10_000, height: 3 }, 100, { width: 100, height: 1 }],
])('fitSide scales %j to sides of at most %d px', (size, maxSidePx, expected) => {
  expect(fitSide(size, maxSidePx)).toEqual(expected);
});

it.each([
  [
    { width: 300, height: 100 },
    { left: 100, top: 0, side: 100 },
  ],
  [
    { width: 101, height: 300 },
    { left: 0, top: 99, side: 101 },
  ],
])('middleSquare returns the centered square of %j', (size, expected) => {
  expect(middleSquare(size)).toEqual(expected);
});
