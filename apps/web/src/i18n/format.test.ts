import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { formatBytes, formatPercent, formatReduction } from './format.ts';
import { i18n, startI18n } from './i18n.ts';

beforeAll(startI18n);
afterEach(() => i18n.changeLanguage('en'));

describe('formatBytes', () => {
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
  ])('%i bytes → %s', (sizeBytes, text) => {
    expect(formatBytes(sizeBytes)).toBe(text);
  });
});

it('isolates sizes in a language that runs from right to left', async () => {
  i18n.addResourceBundle('ar', 'common', { close: 'إغلاق' });
  await i18n.changeLanguage('ar');
  expect(formatBytes(2_048)).toMatch(/^\u2068.* KB\u2069$/);
});

describe('formatReduction', () => {
  it.each([
    [87.4, '-87%'],
    [87.5, '-88%'],
    [0.44, '-0.4%'],
    [99.96, '-99.9%'],
    [100, '-100%'],
  ])('%d saved → %s', (percent, text) => {
    expect(formatReduction(percent)).toBe(text);
  });
});

describe('formatPercent', () => {
  it('rounds to whole numbers', () => {
    expect(formatPercent(62.5)).toBe('63%');
  });
});
