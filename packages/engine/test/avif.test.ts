import { formatMaxPixels } from '@gossamer/contracts/limits';
import { defaultSettings } from '@gossamer/contracts/settings';
import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { plan } from '../src/steps/plan.ts';
import { crop, difference, fixture, hasReached, prepared, rgb, run } from './harness.ts';

const size = { widthPx: 120, heightPx: 90 };

/** Returns the chroma subsampling from the third byte of the decoder configuration (AV1 in ISOBMFF, 2.3). */
function chromaOf(avif: Buffer): string {
  const flags = avif.readUInt8(avif.indexOf('av1C') + 4 + 2) & 0x0c;
  return { 12: '4:2:0', 0: '4:4:4' }[flags] ?? `flags ${flags}`;
}

describe('AVIF', () => {
  it('keeps transparency', async () => {
    const original = await images.cutout({ widthPx: 64, heightPx: 48 });
    const result = await run(original, { format: 'avif' });
    const { hasAlpha, format, compression } = await sharp(result.data).metadata();
    expect([hasAlpha, format, compression]).toEqual([true, 'heif', 'av1']);
    expect(difference(await rgb(result.data), await rgb(original))).toBeLessThan(4);
    expect(hasReached(result)).toBe(true);
  });

  it('uses chroma subsampling only for photographs, and not at high quality', async () => {
    const photo = await images.photoPng({ widthPx: 420, heightPx: 300 });
    const chroma = async (original: Buffer, quality: number) => {
      const { data, report } = await run(original, { format: 'avif', quality });
      return [report.encoding, chromaOf(Buffer.from(data))];
    };
    expect(await chroma(photo, 80)).toEqual(['avif 4:2:0', '4:2:0']);
    expect(await chroma(photo, 85)).toEqual(['avif 4:4:4', '4:4:4']);
    expect(await chroma(await images.graphic(size), 70)).toEqual(['avif 4:4:4', '4:4:4']);
  });

  it('is smaller than JPEG at the same score', async () => {
    const photo = await crop('photo-city.png', 300, 220);
    const [avif, jpeg] = [await run(photo, { format: 'avif' }), await run(photo, { format: 'jpeg' })];
    expect(hasReached(avif) && hasReached(jpeg)).toBe(true);
    expect(avif.data.length).toBeLessThan(jpeg.data.length);
  });

  it('contains the first frame of an animation', async () => {
    const original = await images.animation({ ...size, frames: 3 });
    const result = await run(original, { format: 'avif' });
    expect((await sharp(result.data).metadata()).pages ?? 1).toBe(1);
    expect(difference(await rgb(result.data), await rgb(original))).toBeLessThan(6);
  });

  it('is rotated, resized and filtered like other formats', async () => {
    const original = await images.cameraPhoto({ ...size, orientation: 6 });
    const resize = { widthPx: 45, maintainAspect: true };
    const result = await run(original, { format: 'avif', resize, filter: 'grayscale' });
    const { width, height } = await sharp(result.data).metadata();
    expect([result.widthPx, result.heightPx, width, height]).toEqual([45, 60, 45, 60]);
    const { data } = await rgb(result.data);
    expect(data[0] === data[1] && data[1] === data[2]).toBe(true);
  });

  it('contains no metadata', async () => {
    const { data, report } = await run(fixture('orientation-6.jpg'), {
      format: 'avif',
      quality: 30,
      resize: { widthPx: 120, maintainAspect: true },
    });
    const { exif, xmp, iptc, icc, orientation } = await sharp(data).metadata();
    expect({ exif, xmp, iptc, icc }).toEqual({});
    expect(orientation ?? 1).toBe(1);
    expect(report.metadataKept).toEqual([]);
  });

  it('is rejected before decoding if the image is too large for the memory of the AVIF encoder', async () => {
    const { header } = await prepared(await images.photo(size));
    // Only the header of a large image is needed, because the pixels are never read.
    const asked = (pixels: number, format: 'avif' | 'jpeg') =>
      plan({ ...header, widthPx: pixels / 6000, heightPx: 6000 }, { ...defaultSettings, format }, 'thorough');
    const most = formatMaxPixels.avif;
    expect(() => asked(most + 6000, 'avif')).toThrow('too_many_pixels_for_format');
    expect(asked(most, 'avif').formats).toEqual(['avif']);
    expect(asked(most + 6000, 'jpeg').formats).toEqual(['jpeg']);
  });
});
