import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { markers, readSegments } from '../src/strip/jpeg-segments.ts';
import { pixelsOf, run } from './harness.ts';
import { jpegSegment, withChunks, withSegments } from './tagged-files.ts';

const size = { widthPx: 64, heightPx: 48 };
/** An orange color in sRGB. `codedInP3` contains the same color in Display P3. */
const orange: [number, number, number] = [215, 93, 32];
const codedInP3 = [200, 100, 50];

function expectNear(color: Iterable<number>, expected: number[], tolerance: number): void {
  for (const [index, value] of [...color].slice(0, 3).entries())
    expect(Math.abs(value - expected[index]!)).toBeLessThanOrEqual(tolerance);
}

const firstPixel = async (file: Uint8Array) => (await pixelsOf(file)).data.subarray(0, 3);

function withoutProfile(jpeg: Buffer): Buffer {
  const kept = readSegments(jpeg)!.filter(({ marker }) => marker !== markers.app2);
  const edges = [Buffer.from([0xff, markers.startOfImage]), Buffer.from([0xff, markers.endOfImage])] as const;
  return Buffer.concat([edges[0], ...kept.map(({ bytes }) => bytes), edges[1]]);
}

describe('an image in Display P3', () => {
  it('has different pixel values than in sRGB (validates the test image)', async () => {
    const original = await images.displayP3Jpeg({ ...size, rgb: orange });
    expectNear(await firstPixel(withoutProfile(original)), codedInP3, 3);
    expectNear(await firstPixel(original), orange, 2);
  });

  it.each(['jpeg', 'webp', 'png', 'avif'] as const)(
    'is converted to sRGB with correct colors as %s',
    async (format) => {
      const p3 = await images.displayP3Jpeg({ ...size, rgb: orange });
      const originals = [p3, await sharp(p3).keepIccProfile().png().toBuffer()];
      const resize = { widthPx: 40, maintainAspect: true };
      for (const original of originals) {
        const { data, report } = await run(original, { format, quality: 100, resize });
        expect([report.wideGamut, report.metadataKept]).toEqual(['dropped', []]);
        expect(report.metadataRemoved).toEqual(['icc']);
        expectNear(await firstPixel(data), orange, 5);
      }
    },
  );

  it('retains its profile if the original is kept', async () => {
    const noise = sharp(await images.photoPng(size)).withIccProfile('p3');
    const originals = {
      jpeg: await noise.clone().jpeg({ quality: 20, progressive: true }).toBuffer(),
      webp: await noise.clone().webp({ quality: 5 }).toBuffer(),
    };
    for (const [format, original] of Object.entries(originals)) {
      const result = await run(original, { format: format as 'jpeg', quality: 100 });
      expect(result.alreadyOptimal).toBe(true);
      expect([result.report.wideGamut, result.report.metadataKept]).toEqual(['kept', ['icc']]);
      expect((await pixelsOf(result.data)).data.equals((await pixelsOf(original)).data)).toBe(true);
    }
  });

  it('is distinguished from sRGB only by its profile', async () => {
    const srgb = await sharp(await images.photoPng(size))
      .withIccProfile('srgb')
      .jpeg()
      .toBuffer();
    const { report } = await run(srgb, { quality: 30 });
    expect([report.wideGamut, report.metadataRemoved]).toEqual(['none', ['icc']]);
    const { report: plain } = await run(await images.photo(size), { quality: 30 });
    expect([plain.wideGamut, plain.metadataRemoved]).toEqual(['none', []]);
  });
});

describe('a PNG with 16 bits per channel and a profile', () => {
  it.each(['srgb', 'p3'])('is converted with correct colors: %s', async (profile) => {
    const drawing = sharp(await images.graphic(size));
    const deep = await drawing.clone().toColourspace('rgb16').withIccProfile(profile).png().toBuffer();
    const { data } = await run(deep, { format: 'png', quality: 100 });
    const expected = await drawing.raw().toBuffer();
    const { data: seen } = await pixelsOf(data);
    for (const [at, value] of expected.entries()) expect(Math.abs(value - seen[at]!)).toBeLessThanOrEqual(2);
  });
});

describe('a CMYK JPEG', () => {
  it.each(['auto', 'jpeg', 'webp', 'png', 'avif'] as const)('is converted to sRGB as %s', async (format) => {
    for (const withProfile of [true, false]) {
      const original = await images.cmykPhoto({ ...size, withProfile });
      const resize = { widthPx: 48, maintainAspect: true };
      const { data, report } = await run(original, { format, resize, quality: 95 });
      expect([report.wideGamut, report.hdr]).toEqual(['none', 'none']);
      const { data: expected } = await pixelsOf(
        await sharp(original).resize(48).toColourspace('srgb').png().toBuffer(),
      );
      const { data: seen, channels } = await pixelsOf(data);
      expect(channels).toBe(3);
      const sum = seen.reduce((total, value, at) => total + Math.abs(value - expected[at]!), 0);
      expect(sum / seen.length).toBeLessThan(6);
    }
  });

  it('is kept with its profile and color transform if no new encoding is smaller', async () => {
    const original = await sharp(await images.cmykPhoto({ ...size, withProfile: true }))
      .keepIccProfile()
      .toColourspace('cmyk')
      .jpeg({ quality: 15 })
      .toBuffer();
    const result = await run(original, { format: 'jpeg', quality: 100 });
    expect(result.alreadyOptimal).toBe(true);
    expect((await sharp(result.data).metadata()).space).toBe('cmyk');
    expect(result.report.metadataKept).toEqual(['icc']);
    expect(result.data.length).toBeLessThanOrEqual(original.length);
  });
});

describe('HDR', () => {
  const gainMaps = {
    'ISO 21496-1': jpegSegment(0xe2, Buffer.from('urn:iso:std:iso:ts:21496:-1\0\0\0\0\0', 'latin1')),
    'Ultra HDR': jpegSegment(
      0xe1,
      Buffer.from('http://ns.adobe.com/xap/1.0/\0<x hdrgm:Version="1.0"/>', 'latin1'),
    ),
    Apple: jpegSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<HDRGainMapVersion>1', 'latin1')),
  };

  it.each(Object.entries(gainMaps))('is dropped from a JPEG with a gain map: %s', async (_, segment) => {
    const original = withSegments(await images.photo(size), [segment]);
    for (const quality of [50, 100]) {
      const { report, data } = await run(original, { quality, format: 'jpeg' });
      expect(report.hdr).toBe('dropped');
      expect(Buffer.from(data).includes('21496')).toBe(false);
      expect(Buffer.from(data).includes('HDRGainMap')).toBe(false);
    }
  });

  it.each([
    ['PQ', 16],
    ['HLG', 18],
  ])(
    'is dropped if a PNG with %s is encoded again, but not if the PNG is returned unchanged',
    async (_, transfer) => {
      const codes = images.pngChunk('cICP', Buffer.from([9, transfer, 0, 1]));
      const drawing = withChunks(await images.graphic(size), [codes]);
      expect((await run(drawing, { format: 'webp' })).report.hdr).toBe('dropped');
      const noise = withChunks(await images.noise(size), [codes]);
      const kept = await run(noise, { format: 'png', quality: 100 });
      expect([kept.alreadyOptimal, kept.report.hdr]).toEqual([true, 'kept']);
      expect(Buffer.from(kept.data).includes('cICP')).toBe(true);
    },
  );

  it('is not detected in a PNG that only declares sRGB, or in ordinary images', async () => {
    const codes = images.pngChunk('cICP', Buffer.from([1, 13, 0, 1]));
    expect((await run(withChunks(await images.graphic(size), [codes]))).report.hdr).toBe('none');
    expect((await run(await images.cameraPhoto(size))).report.hdr).toBe('none');
    expect((await run(await images.photoWebp(size))).report.hdr).toBe('none');
  });
});
