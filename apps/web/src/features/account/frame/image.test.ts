import { readFileSync } from 'node:fs';
import { defaultSettings } from '@gossamer/contracts/settings';
import { expect, it } from 'vitest';
import facts from './image.json';

const read = (path: string) => readFileSync(new URL(path, import.meta.url));

/** Returns the dimensions from the frame header of a JPEG. */
function sizeOf(jpeg: Buffer): [widthPx: number, heightPx: number] {
  let at = 2;
  while (![0xc0, 0xc2].includes(jpeg[at + 1] ?? 0)) at += 2 + jpeg.readUInt16BE(at + 2);
  return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
}

it('image.json matches the dimensions and sizes of the image files and the default quality', () => {
  const result = read('./blue-flowers.jpg');
  expect(facts.resultBytes).toBe(result.length);
  expect(facts.originalBytes).toBe(
    read('../../../../../../tools/bench/images/photos/blue-flowers.jpg').length,
  );
  expect([facts.widthPx, facts.heightPx]).toEqual(sizeOf(result));
  expect(facts.quality).toBe(defaultSettings.quality);
});
