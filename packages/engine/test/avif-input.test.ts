import * as images from '@gossamer/testkit/images';
import type { Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { avifRefusal } from '../src/avif/avif-header.ts';
import { box, fullBox, u32 } from '../src/heic/write-heic.ts';
import { sharp } from '../src/sharp.ts';
import { stripAvif } from '../src/strip/avif.ts';
import { difference, failureOf, formatOf, rgb, run } from './harness.ts';

const size = { widthPx: 160, heightPx: 120 };
const photo = async () => sharp(await images.photo(size));
const small = (image: Sharp) => image.avif({ quality: 40, effort: 0 }).toBuffer();
const secret = 'SECRET-OWNER';
const withPrivateData = async (image: Sharp) =>
  small(
    image
      .withExif({
        IFD0: { Copyright: '(c) Someone', Artist: secret },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '51/1 30/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '7/1 0/1 0/1',
        },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${secret}</note></x:xmpmeta>`),
  );

describe('a decoded AVIF', () => {
  it.each([8, 10, 12] as const)('has the correct colors with %i bits per channel', async (bitdepth) => {
    const file = await (await photo()).avif({ quality: 90, effort: 0, bitdepth }).toBuffer();
    const { data } = await run(file, { format: 'png', quality: 100 });
    expect(await formatOf(data)).toBe('png');
    expect(difference(await rgb(data), await rgb(file))).toBeLessThan(2);
  });

  it('has its alpha channel', async () => {
    const file = await small(sharp(await images.cutout(size)));
    const { data } = await run(file, { format: 'webp' });
    const { isOpaque } = await sharp(data).stats();
    expect(isOpaque).toBe(false);
  });

  it('is upright if its container declares a rotation', async () => {
    const file = await small((await photo()).withMetadata({ orientation: 6 }));
    expect(file.includes('irot')).toBe(true);
    const { widthPx, heightPx, data } = await run(file, { format: 'jpeg', quality: 95 });
    expect([widthPx, heightPx]).toEqual([size.heightPx, size.widthPx]);
    expect(difference(await rgb(data), await rgb(file))).toBeLessThan(4);
  });
});

describe('an AVIF that is already small', () => {
  it.each(['same', 'auto', 'avif'] as const)('is returned without its metadata (%s)', async (format) => {
    const file = await withPrivateData(await photo());
    const { data, alreadyOptimal, report } = await run(file, { format, quality: 100 });
    expect(alreadyOptimal).toBe(true);
    expect(data.length).toBeLessThan(file.length);
    expect(Buffer.from(data).includes(secret)).toBe(false);
    expect(report.metadataRemoved).toEqual(expect.arrayContaining(['exif', 'gps', 'xmp']));
    expect(report.metadataKept).not.toContain('gps');
    expect(await rgb(data)).toEqual(await rgb(file));
  });

  it('keeps alpha, rotation and the metadata to preserve', async () => {
    const alpha = await withPrivateData(sharp(await images.cutout(size)).withMetadata({ orientation: 8 }));
    const { data, alreadyOptimal } = await run(alpha, {
      format: 'same',
      quality: 100,
      preserve: ['copyright', 'location'],
    });
    expect(alreadyOptimal).toBe(true);
    expect(Buffer.from(data).includes('(c) Someone')).toBe(true);
    expect(Buffer.from(data).includes(secret)).toBe(false);
    const raw = (file: Uint8Array) => sharp(file).raw().toBuffer();
    expect(await raw(data)).toEqual(await raw(alpha));
  });

  it('is encoded again if its container is malformed', async () => {
    const file = await small(await photo());
    expect(stripAvif(file)?.length).toBeLessThanOrEqual(file.length);
    expect(stripAvif(file.subarray(0, 60))).toBeUndefined();
    const renamed = Buffer.from(file.toString('latin1').replaceAll('pixi', 'what'), 'latin1');
    expect(stripAvif(renamed)).toBeUndefined();
  });
});

it('a large AVIF becomes smaller in its own format', async () => {
  const file = await (await photo()).avif({ quality: 98, effort: 0, chromaSubsampling: '4:4:4' }).toBuffer();
  const { data } = await run(file, { format: 'same', quality: 50 });
  expect(await formatOf(data)).toBe('avif');
  expect(data.length).toBeLessThan(file.length / 2);
});

describe('the engine rejects an AVIF', () => {
  it('that is animated, because only one frame could be read', async () => {
    const samples = (count: number) =>
      box('moov', box('trak', box('mdia', box('minf', box('stbl', fullBox('stsz', 0, u32(0, count)))))));
    const file = await small(await photo());
    expect(await failureOf(Buffer.concat([file, samples(2)]))).toBe('multiple_images');
    expect(avifRefusal(Buffer.concat([file, samples(1)]))).toBeUndefined();
  });

  it('that is truncated', async () => {
    const file = await small(await photo());
    for (const share of [0.02, 0.2, 0.9])
      expect(await failureOf(images.truncated(file, share))).toBe('corrupt_image');
  });

  it('with too many pixels, based only on the header', async () => {
    const flood = Buffer.from(await small(await photo()));
    const at = flood.indexOf('ispe') + 8;
    flood.writeUInt32BE(60_000, at);
    flood.writeUInt32BE(60_000, at + 4);
    const before = process.memoryUsage().rss;
    expect(await failureOf(flood)).toBe('too_many_pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
});
