import { beforeAll, expect, it } from 'vitest';
import { formatElapsed, formatMoment } from './format-moment.ts';
import { startI18n } from './i18n.ts';

beforeAll(() => startI18n());

it('formats a date and time to the second', () => {
  expect(formatMoment(new Date(2025, 10, 21, 10, 42, 7))).toBe('Nov 21, 10:42:07 AM');
});

it.each([
  [0, '0 ms'],
  [84, '84 ms'],
  [999, '999 ms'],
  [12_360, '12.4 sec'],
])('formats an elapsed time of %i ms as %s', (elapsedMs, text) => {
  expect(formatElapsed(elapsedMs)).toBe(text);
});
