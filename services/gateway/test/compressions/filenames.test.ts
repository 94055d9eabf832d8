import { resultFilename } from '@gossamer/contracts/result-filename';
import { describe, expect, it } from 'vitest';
import { percentSaved } from '../../src/compressions/to-public.ts';
import { cleanFilename } from '../../src/compressions/upload/clean-filename.ts';

describe('cleanFilename', () => {
  it.each([
    [undefined, 'image.jpg'],
    ['', 'image.jpg'],
    ['...', 'image.jpg'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a\r\nSet-Cookie: x.jpg', 'aSet-Cookie_ x.jpg'],
    ['<img onerror=x>.png', '_img onerror=x_.png'],
    ['.htaccess', 'htaccess'],
    ['写真 📷.jpeg', '写真 📷.jpeg'],
    ['e\u0301te\u0301.png', 'été.png'],
    [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(195)}.jpeg`],
  ])('converts %j to %j', (given, clean) => {
    expect(cleanFilename(given, 'jpeg')).toBe(clean);
  });
});

describe('resultFilename', () => {
  it.each([
    ['photo.JPG', 'jpeg', 'compressed_photo.JPG'],
    ['photo.jpeg', 'webp', 'compressed_photo.webp'],
    ['holiday.v2', 'png', 'compressed_holiday.v2.png'],
    ['no ending', 'jpeg', 'compressed_no ending.jpg'],
    ['IMG_1.HEIC', 'jpeg', 'compressed_IMG_1.jpg'],
    ['scan.TIF', 'png', 'compressed_scan.png'],
    ['loop.gif', 'webp', 'compressed_loop.webp'],
  ] as const)('converts %s with the format %s to %s', (originalFilename, resultFormat, name) => {
    expect(resultFilename({ originalFilename, resultFormat })).toBe(name);
  });
});

describe('percentSaved', () => {
  // Spec: 3.16
  it.each([
    [100, 22, 78],
    [3, 1, 66.7],
    [100, 100, 0],
    [100, 150, 0],
  ])('returns the reduction from %i to %i bytes as a percentage: %f', (from, to, saved) => {
    expect(percentSaved(from, to)).toBe(saved);
  });
});
