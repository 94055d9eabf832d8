import { describe, expect, it } from 'vitest';
import { nameByPattern } from './name-pattern.ts';

const facts = {
  originalName: 'Trip 7.JPG',
  format: 'webp',
  widthPx: 1600,
  heightPx: 900,
  position: 3,
  total: 12,
} as const;

describe('a pattern for file names', () => {
  it.each([
    ['{name}', 'Trip 7.webp'],
    ['{name}-{width}x{height}', 'Trip 7-1600x900.webp'],
    ['shop_{n}_{format}', 'shop_03_webp.webp'],
    ['{unknown}', '{unknown}.webp'],
    ['  ', 'Trip 7.webp'],
    ['{name}{name}', 'Trip 7Trip 7.webp'],
  ])('converts %s to %s', (pattern, name) => {
    expect(nameByPattern(pattern, facts)).toBe(name);
  });

  it('keeps an extension that fits the format', () => {
    const name = (originalName: string) =>
      nameByPattern('{name}', { ...facts, originalName, format: 'jpeg' });
    expect(['a.JPG', 'a.jpeg', 'a.png', 'a', '.jpg'].map(name)).toEqual([
      'a.JPG',
      'a.jpeg',
      'a.jpg',
      'a.jpg',
      '.jpg.jpg',
    ]);
  });
});
