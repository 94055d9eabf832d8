import { afterEach, beforeAll, expect, it } from 'vitest';
import { formatDateTime, formatSpan, formatTime, formatTimeLeft } from './format-time.ts';
import { i18n, startI18n } from './i18n.ts';

const hourMs = 3_600_000;

beforeAll(() => startI18n());
afterEach(() => i18n.changeLanguage('en'));

it.each([
  [0, 'in 1 minute'],
  [89_999, 'in 1 minute'],
  [90_000, 'in 2 minutes'],
  [59 * 60_000, 'in 59 minutes'],
  [hourMs - 1, 'in 60 minutes'],
  [119.4 * 60_000, 'in 119 minutes'],
  [2 * hourMs - 1, 'in 2 hours'],
  [6 * hourMs - 1, 'in 6 hours'],
  [24 * hourMs, 'in 24 hours'],
  [24 * hourMs - 1_000, 'in 24 hours'],
  [47.4 * hourMs, 'in 47 hours'],
  [48 * hourMs - 1, 'in 2 days'],
  [30 * 24 * hourMs, 'in 30 days'],
  [30 * 24 * hourMs - 1_000, 'in 30 days'],
  [29.4 * 24 * hourMs, 'in 29 days'],
])('rounds a remaining time of %i ms to the nearest unit: %s', (leftMs, text) => {
  expect(formatTimeLeft(leftMs)).toBe(text);
});

it('formats a duration in hours or days', () => {
  expect(formatSpan(24 * hourMs)).toBe('24 hours');
  expect(formatSpan(hourMs)).toBe('1 hour');
  expect(formatSpan(30 * 24 * hourMs)).toBe('30 days');
});

it('formats dates for the language with Latin digits', async () => {
  const date = new Date(2025, 10, 21, 10, 42);
  expect(formatDateTime(date, new Date(2026, 0, 1))).toBe('Nov 21, 2025, 10:42 AM');
  expect(formatDateTime(date, new Date(2025, 11, 31))).toBe('Nov 21, 10:42 AM');
  expect(formatTime(date)).toBe('10:42 AM');
  await i18n.changeLanguage('ar');
  expect(formatDateTime(date)).toMatch(/\d/);
});
