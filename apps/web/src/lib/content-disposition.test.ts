import { expect, it } from 'vitest';
import { fileNameFrom } from './content-disposition.ts';

it.each([
  ['attachment; filename="compressed_a.webp"', 'compressed_a.webp'],
  ['attachment; filename=plain.png', 'plain.png'],
  ['attachment; filename="a \\"b\\".png"', 'a "b".png'],
  [`attachment; filename="?.png"; filename*=UTF-8''%E5%9B%BE.png`, '图.png'],
  [`attachment; filename*=UTF-8''%ZZ.png; filename="safe.png"`, 'safe.png'],
  ['attachment', undefined],
  [null, undefined],
])('extracts the file name from %s: %s', (header, name) => {
  expect(fileNameFrom(header)).toBe(name);
});
