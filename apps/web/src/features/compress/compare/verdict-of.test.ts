import { expect, it } from 'vitest';
import { verdictOf } from './verdict-of.ts';

it.each([
  [100, 'none', 100],
  [90, 'none', 90],
  [89.97, 'hard', 89],
  [80, 'hard', 80],
  [79.99, 'close', 79],
  [70, 'close', 70],
  [50, 'small', 50],
  [49.9, 'visible', 49],
  [-12, 'visible', 0],
])('assigns the quality score %d to the similarity level %s', (measured, band, score) => {
  expect(verdictOf(measured)).toEqual({ band, score });
});

it('returns no similarity level if no quality score was measured', () => {
  expect(verdictOf(null)).toBeUndefined();
  expect(verdictOf(undefined)).toBeUndefined();
});
