import { type CheckConfig, checkConfig, type GossamerConfig } from '@gossamer/contracts/check-config';
import type { InputFormat } from '@gossamer/contracts/formats';
import {
  animation,
  cameraPhoto,
  graphicWithAlpha,
  photo,
  photoPng,
  photoWebp,
} from '@gossamer/testkit/images';
import { moreFormats } from '@gossamer/testkit/more-formats';
import { decodeInFull, meanDifference } from '@gossamer/testkit/pixels';
import { hdrBrightness, ultraHdrJpeg } from '@gossamer/testkit/ultra-hdr';
import { describe, expect, it } from 'vitest';
import { isStampedFor, withStamp } from '../src/cli/check/stamp.ts';

const size = { widthPx: 64, heightPx: 48 };
const { avif, gif, tiff, bmp } = await moreFormats(size);

const samples: [name: string, InputFormat, Buffer][] = [
  ['a JPEG', 'jpeg', await photo(size)],
  ['a JPEG of a camera', 'jpeg', await cameraPhoto({ ...size, orientation: 6 })],
  ['a PNG', 'png', await photoPng(size)],
  ['a PNG with transparency', 'png', await graphicWithAlpha(size)],
  ['a WebP', 'webp', await photoWebp(size)],
  ['an animated WebP', 'webp', await animation(size)],
  ['an AVIF', 'avif', avif],
];

const settings = (given: GossamerConfig['compression'] = {}): CheckConfig['compression'] =>
  checkConfig.parse({ compression: given }).compression;
const isStamped = (file: Uint8Array, format: InputFormat, given?: GossamerConfig['compression']) =>
  isStampedFor(file, format, { compression: settings(given), size });

describe('a stamp', () => {
  it.each(samples)('is found in %s, which decodes to the same pixels', async (_, format, file) => {
    expect(isStamped(file, format)).toBe(false);
    const stamped = withStamp(file, format, settings());
    expect(stamped.length - file.length).toBeLessThan(90);
    expect(isStamped(stamped, format)).toBe(true);
    expect(await decodeInFull(stamped)).toEqual(await decodeInFull(file));
    expect(await meanDifference(stamped, file)).toBe(0);
  });

  it.each(samples)('is void once %s is edited', (_, format, file) => {
    const stamped = withStamp(file, format, settings());
    for (const at of [30, Math.floor(file.length / 2)]) {
      const edited = Buffer.from(stamped);
      edited.writeUInt8((edited.readUInt8(at) + 1) % 256, at);
      expect(isStamped(edited, format)).toBe(false);
    }
    expect(isStamped(Buffer.concat([stamped, Buffer.from('tail')]), format)).toBe(false);
  });

  it('applies to the same or a higher quality, and to sizes that the image has reached', () => {
    const [, format, file] = samples[0]!;
    const stamped = withStamp(file, format, settings({ quality: 70 }));
    expect(isStamped(stamped, format, { quality: 85 })).toBe(true);
    expect(isStamped(stamped, format, { quality: 69 })).toBe(false);
    expect(isStamped(stamped, format, { resizeWidth: 64, resizeHeight: 48 })).toBe(true);
    expect(isStamped(stamped, format, { resizeWidth: 63 })).toBe(false);
    expect(isStamped(stamped, format, { resizeHeight: 47 })).toBe(false);
  });

  it('applies only to the same settings for metadata and colors', () => {
    const [, format, file] = samples[0]!;
    const stamped = withStamp(file, format, settings({ preserve: ['location', 'copyright'] }));
    expect(isStamped(stamped, format, { preserve: ['copyright', 'location'], color: 'keep' })).toBe(true);
    for (const other of [
      {},
      { preserve: ['copyright'] },
      { preserve: ['copyright', 'location'], hdr: 'drop' },
    ] as const) {
      expect(isStamped(stamped, format, other as GossamerConfig['compression'])).toBe(false);
    }
  });

  it('keeps the gain map of an HDR JPEG', async () => {
    const file = await ultraHdrJpeg({ widthPx: 160, heightPx: 120 });
    const stamped = withStamp(file, 'jpeg', settings());
    expect(isStamped(stamped, 'jpeg')).toBe(true);
    expect(await hdrBrightness(stamped)).toEqual(await hdrBrightness(file));
  });

  it.each([
    ['a GIF', 'gif', gif],
    ['a TIFF', 'tiff', tiff],
    ['a BMP', 'bmp', bmp],
    ['a JPEG without segments', 'jpeg', Buffer.from([0xff, 0xd8])],
    ['a PNG without an end', 'png', samples[2]![2].subarray(0, -12)],
    ['a WebP of the wrong length', 'webp', samples[4]![2].subarray(0, -2)],
    ['an AVIF with an incomplete box', 'avif', avif.subarray(0, -1)],
    ['an empty file', 'webp', Buffer.alloc(0)],
  ] as [string, InputFormat, Buffer][])('is not written to %s', (_, format, file) => {
    const stamped = withStamp(file, format, settings());
    expect(Buffer.compare(stamped, file)).toBe(0);
    expect(isStamped(stamped, format)).toBe(false);
  });
});
