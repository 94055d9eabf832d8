import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCents,
  formatCount,
  formatHours,
  formatPercent,
  formatReduction,
  formatSeconds,
} from './format.ts';
import { formatCompact } from './format-compact.ts';
import { formatList } from './format-list.ts';
import { i18n, startI18n } from './i18n.ts';

beforeAll(() => startI18n());
afterEach(() => i18n.changeLanguage('en'));

describe('formatBytes', () => {
  // Spec: 9.38, 9.39, 9.40
  it.each([
    [0, '0 Bytes'],
    [1, '1 Bytes'],
    [1_023, '1023 Bytes'],
    [1_024, '1.00 KB'],
    [351_437, '343.20 KB'],
    [1_048_575, '1024.00 KB'],
    [1_048_576, '1.00 MB'],
    [52_428_800, '50.00 MB'],
    [1_073_741_824, '1.00 GB'],
    [5_497_558_138_880, '5120.00 GB'],
  ])('formats %i bytes as %s', (sizeBytes, text) => {
    expect(formatBytes(sizeBytes)).toBe(text);
  });
});

it('isolates the direction of file sizes in right-to-left languages', async () => {
  i18n.addResourceBundle('ar', 'common', { units: { kilobytes: '{{value}} KB' } });
  await i18n.changeLanguage('ar');
  expect(formatBytes(2_048)).toMatch(/^\u2068.* KB\u2069$/);
});

it.each([
  ['en', '24 hours'],
  ['ja', '24時間'],
])('formats a number of hours in %s as %s', async (language, text) => {
  await i18n.changeLanguage(language);
  expect(formatHours(24)).toBe(text);
});

it.each([
  ['en', 'JPG, PNG, HEIC'],
  ['zh', 'JPG、PNG、HEIC'],
  ['ja', 'JPG、PNG、HEIC'],
  ['ru', 'JPG, PNG, HEIC'],
])('formats a list in %s as %s', async (language, text) => {
  await i18n.changeLanguage(language);
  expect(formatList(['JPG', 'PNG', 'HEIC'])).toBe(text);
});

describe('formatReduction', () => {
  it.each([
    [87.4, '-87%'],
    [87.5, '-88%'],
    [82.46, '-82%'],
    [0.04, '-0.1%'],
    [0.44, '-0.4%'],
    [99.96, '-99.9%'],
    [100, '-100%'],
  ])('formats %d percent as %s', (percent, text) => {
    expect(formatReduction(percent)).toBe(text);
  });
});

describe('formatPercent', () => {
  it('rounds to whole numbers', () => {
    expect(formatPercent(62.5)).toBe('63%');
  });

  it('shows the requested number of decimals', () => {
    expect(formatPercent(99.9, 1)).toBe('99.9%');
  });
});

describe('formatCount', () => {
  it.each([
    [2_000, '2,000'],
    [4.9, '4.9'],
    [11.11, '11.1'],
  ])('formats the number %d as %s', (value, text) => {
    expect(formatCount(value)).toBe(text);
  });
});

describe('formatCompact', () => {
  it('abbreviates millions', () => {
    expect(formatCompact(10_000_000)).toBe('10M');
  });
});

describe('formatCents', () => {
  it.each([
    [0, '$0.00'],
    [2_025, '$20.25'],
    [-675, '-$6.75'],
    [987_654_321, '$9,876,543.21'],
  ])('formats %i cents as %s', (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });
});

it('formats durations in singular and plural', () => {
  expect(formatHours(1)).toBe('1 hour');
  expect(formatHours(24)).toBe('24 hours');
  expect(formatSeconds(1.784)).toBe('1.8 seconds');
});
