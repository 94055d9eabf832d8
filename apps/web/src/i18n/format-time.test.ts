import { afterEach, beforeAll, expect, it } from 'vitest';
import { formatDateTime, formatSpan, formatTime, formatTimeLeft } from './format-time.ts';
import { i18n, startI18n } from './i18n.ts';

const hourMs = 3_600_000;

beforeAll(() => startI18n());
afterEach(() => i18n.changeLanguage('en'));

it.each([
  [30_000, 'in 1 minute'],
  [59 * 60_000, 'in 59 minutes'],
  [119 * 60_000, 'in 119 minutes'],
  [6 * hourMs - 1, 'in 5 hours'],
  [47.9 * hourMs, 'in 47 hours'],
  [30 * 24 * hourMs, 'in 30 days'],
])('says of %i ms: %s', (leftMs, text) => {
  expect(formatTimeLeft(leftMs)).toBe(text);
});

it('says how long something is kept', () => {
  expect(formatSpan(24 * hourMs)).toBe('24 hours');
  expect(formatSpan(hourMs)).toBe('1 hour');
  expect(formatSpan(30 * 24 * hourMs)).toBe('30 days');
});

it('writes dates as the language does, in Latin digits', async () => {
  const date = new Date(2025, 10, 21, 10, 42);
  expect(formatDateTime(date, new Date(2026, 0, 1))).toBe('Nov 21, 2025, 10:42 AM');
  expect(formatDateTime(date, new Date(2025, 11, 31))).toBe('Nov 21, 10:42 AM');
  expect(formatTime(date)).toBe('10:42 AM');
  await i18n.changeLanguage('ar');
  expect(formatDateTime(date)).toMatch(/\d/);
});
