import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import * as imageModule from '../src/images.ts';

const images = { ...imageModule };

const size = { widthPx: 96, heightPx: 64 };

describe('a generated image', () => {
  it('has the same bytes for the same seed and different bytes for another seed', async () => {
    expect(await images.photo({ ...size, seed: 7 })).toEqual(await images.photo({ ...size, seed: 7 }));
    expect(await images.photo({ ...size, seed: 7 })).not.toEqual(await images.photo({ ...size, seed: 8 }));
  });

  it.each([
    ['photo', 'jpeg', 3],
    ['photoPng', 'png', 3],
    ['photoWebp', 'webp', 3],
    ['cameraPhoto', 'jpeg', 3],
    ['cmykPhoto', 'jpeg', 4],
    ['grayPhoto', 'jpeg', 1],
    ['noise', 'png', 3],
    ['gradient', 'png', 3],
    ['graphic', 'png', 3],
    ['graphicWithAlpha', 'png', 4],
    ['cutout', 'png', 4],
    ['deepPng', 'png', 3],
    ['grayAlphaPng', 'png', 2],
  ] as const)(
    'has the requested size and the expected format and number of channels: %s (%s, %d)',
    async (name, format, channels) => {
      const { width, height, ...facts } = await sharp(await images[name](size)).metadata();
      expect({ width, height, format: facts.format, channels: facts.channels }).toEqual({
        width: 96,
        height: 64,
        format,
        channels,
      });
    },
  );

  it('has the requested number of frames if it is an animation', async () => {
    const { pages, pageHeight, delay } = await sharp(
      await images.animation({ ...size, frames: 4 }),
    ).metadata();
    expect([pages, pageHeight ?? 64, delay]).toEqual([4, 64, [80, 80, 80, 80]]);
  });

  it('has an orientation, location, serial number, comment and trailing bytes if made by cameraPhoto()', async () => {
    const file = await images.cameraPhoto({ ...size, orientation: 6 });
    const { orientation, exif, xmp } = await sharp(file).metadata();
    expect(orientation).toBe(6);
    expect(exif?.includes('SERIAL-0042')).toBe(true);
    // Tag 0x8825 (GPS directory) in the byte order of the file.
    expect(exif?.includes(Buffer.from('2588', 'hex'))).toBe(true);
    expect(xmp?.includes('SECRET-XMP')).toBe(true);
    for (const secret of ['SECRET-COMMENT', 'SECRET-IPTC', 'SECRET-TAIL'])
      expect(file.includes(secret)).toBe(true);
  });

  it('is a small file that declares many pixels if made by pixelFlood()', async () => {
    const file = images.pixelFlood();
    expect(file.length).toBeLessThan(1000);
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    expect([width, height]).toEqual([60_000, 60_000]);
  });

  it('has 16 bits per channel (deepPng) or the requested format (foreignFiles)', async () => {
    expect((await sharp(await images.deepPng(size)).metadata()).depth).toBe('ushort');
    const { svg, gif, tiff } = await images.foreignFiles();
    const formats = await Promise.all(
      [svg, gif, tiff].map(async (file) => (await sharp(file).metadata()).format),
    );
    expect(formats).toEqual(['svg', 'gif', 'tiff']);
  });
});
