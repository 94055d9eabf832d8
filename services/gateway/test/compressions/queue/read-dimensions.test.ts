import { readFileSync } from 'node:fs';
import * as images from '@gossamer/testkit/images';
import { moreFormats } from '@gossamer/testkit/more-formats';
import { expect, it } from 'vitest';
import { readDimensions } from '../../../src/compressions/queue/read-dimensions.ts';

const size = { widthPx: 123, heightPx: 45 };
const still = { ...size, isAnimated: false };

it('the dimensions of each format are read from the first bytes of the file', async () => {
  expect(readDimensions((await images.photo(size)).subarray(0, 65_536), 'jpeg')).toEqual(still);
  expect(readDimensions((await images.photoPng(size)).subarray(0, 64), 'png')).toEqual(still);
  expect(readDimensions((await images.photoWebp(size)).subarray(0, 64), 'webp')).toEqual(still);
  expect(readDimensions(await images.animation(size), 'webp')).toEqual({ ...size, isAnimated: true });
});

it('the dimensions of AVIF, GIF, TIFF and BMP are read from the first bytes of the file', async () => {
  const { avif, gif, tiff, bmp, animatedGif } = await moreFormats(size);
  expect(readDimensions(avif.subarray(0, 4_096), 'avif')).toEqual(still);
  expect(readDimensions(gif, 'gif')).toEqual(still);
  expect(readDimensions(tiff, 'tiff')).toEqual(still);
  expect(readDimensions(bmp, 'bmp')).toEqual(still);
  expect(readDimensions(animatedGif, 'gif')).toEqual({ ...size, isAnimated: true });
});

it('the dimensions of a HEIC file are those of the whole image, not of a tile', () => {
  const file = readFileSync(new URL('../../../../../tools/bench/images/phone-12mp.heic', import.meta.url));
  const { widthPx = 0, heightPx = 0 } = readDimensions(file.subarray(0, 65_536), 'heic') ?? {};
  expect(widthPx * heightPx).toBeGreaterThan(10_000_000);
});

it('the dimensions are undefined if the first bytes do not contain them', async () => {
  const photo = await images.photo(size);
  const app1 = Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(65_533)]);
  const late = Buffer.concat([photo.subarray(0, 2), app1, app1, photo.subarray(2)]);
  expect(readDimensions(late.subarray(0, 65_536), 'jpeg')).toBeUndefined();
  expect(readDimensions(Buffer.from('RIFF'), 'webp')).toBeUndefined();
  expect(readDimensions(Buffer.alloc(0), 'png')).toBeUndefined();
});

it('the dimensions are undefined if a damaged header contains zeros', async () => {
  const png = await images.photoPng(size);
  expect(readDimensions(png.subarray(0, 64).fill(0, 16, 24), 'png')).toBeUndefined();
  const webp = Buffer.concat([Buffer.from('RIFF\x64\x1f\x01\0WEBPVP8 '), Buffer.alloc(64)]);
  expect(readDimensions(webp, 'webp')).toBeUndefined();
});

it('reading the dimensions never throws, even if random bytes follow a format signature', async () => {
  const files = [await images.photo(size), await images.photoPng(size), await images.photoWebp(size)];
  const formats = ['jpeg', 'png', 'webp'] as const;
  let state = 7;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % below;
  };
  for (let round = 0; round < 2_000; round += 1) {
    const which = round % formats.length;
    const bytes = Buffer.from(files[which] ?? Buffer.alloc(0));
    for (let change = 0; change < 8; change += 1) bytes[12 + random(bytes.length - 12)] = random(256);
    expect(() => readDimensions(bytes, formats[which] ?? 'png')).not.toThrow();
  }
});
