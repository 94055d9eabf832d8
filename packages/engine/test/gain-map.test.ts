import { hdrBrightness, ultraHdrJpeg } from '@gossamer/testkit/ultra-hdr';
import { describe, expect, it } from 'vitest';
import { type GainMap, readGainMap } from '../src/hdr/gain-map.ts';
import { spliceGainMap } from '../src/hdr/splice-gain-map.ts';
import { tagJpeg } from '../src/preserve/tag-jpeg.ts';
import { sharp } from '../src/sharp.ts';
import { stripJpeg } from '../src/strip/jpeg.ts';
import { run, runFast, secretsIn } from './harness.ts';
import { cameraExif, jpegSegment, withSegments } from './tagged-files.ts';

const size = { widthPx: 320, heightPx: 240 };
/** Parameters of a gain map whose maximum gain is 3 stops. Gains are binary logarithms. */
const ultraHdr = { GainMapMin: [0], GainMapMax: [3], Gamma: [1], HDRCapacityMin: [0], HDRCapacityMax: [3] };

/** Expects the given brightness in each cell of a grid, apart from encoding losses. */
async function expectSameBrightness(file: Uint8Array, expected: number[]): Promise<void> {
  for (const [cell, value] of (await hdrBrightness(file)).entries())
    expect(Math.abs(value - expected[cell]!)).toBeLessThanOrEqual(0.03 + expected[cell]! * 0.04);
}

const pixelsOf = async (jpeg: Buffer) => sharp(jpeg, { ignoreIcc: true }).raw().toBuffer();
const mapOf = (file: Uint8Array): GainMap => readGainMap(file) ?? expect.fail('the file has no gain map');

/** Returns an HDR JPEG with a changed gain map or changed parameters of the map. */
async function withMap(change: (map: GainMap) => GainMap): Promise<Buffer> {
  const original = await ultraHdrJpeg(size);
  const map = change(mapOf(original));
  return tagJpeg(stripJpeg(original)!, { orientation: 1, gainMap: { upright: map, stored: map } });
}

/** Rotates a grid of 8 × 8 cells clockwise. */
const turned = (grid: number[]) => grid.map((_, cell) => grid[(7 - (cell % 8)) * 8 + Math.floor(cell / 8)]!);

describe('the gain map of an HDR JPEG', () => {
  it.each([
    ['auto', run],
    ['modern', run],
    ['jpeg', run],
    ['same', run],
    ['auto', runFast],
  ] as const)('is kept with its exact pixels: %s', async (format, compressBy) => {
    const original = await ultraHdrJpeg(size);
    const { data, report, format: chosen } = await compressBy(original, { format, quality: 50 });
    expect([chosen, report.hdr, report.metadataKept]).toEqual(['jpeg', 'kept', ['icc']]);
    expect(data.length).toBeLessThan(original.length);
    expect(await pixelsOf(mapOf(data).jpeg)).toEqual(await pixelsOf(mapOf(original).jpeg));
    await expectSameBrightness(data, await hdrBrightness(original));
  });

  it('is kept if its parameters are stored only in XMP', async () => {
    const original = await withMap((map) => ({ ...map, ultraHdr, iso: undefined }));
    const { data, report } = await run(original, { quality: 50 });
    expect([report.hdr, report.metadataKept]).toEqual(['kept', ['icc']]);
    expect(mapOf(data)).toMatchObject({ ultraHdr, iso: undefined });
    await expectSameBrightness(data, await hdrBrightness(original));
  });

  it('is kept if its parameters have one value per color channel', async () => {
    // Compare only the parameters, because libultrahdr does not read one value per channel from XMP.
    const perChannel = { ...ultraHdr, GainMapMax: [3, 2.5, 2] };
    const original = await withMap((map) => ({ ...map, ultraHdr: perChannel, iso: undefined }));
    const { data } = await run(original, { quality: 50 });
    expect(mapOf(data).ultraHdr).toEqual(perChannel);
  });

  it("is kept with Apple's parameters, but without other XMP", async () => {
    const apple = { version: 131_072, headroom: 4 };
    const original = await withMap((map) => ({ ...map, ultraHdr: undefined, iso: undefined, apple }));
    const { data, report } = await run(original, { quality: 50 });
    expect([report.hdr, report.metadataKept]).toEqual(['kept', ['icc']]);
    expect(mapOf(data)).toMatchObject({ apple, ultraHdr: undefined, iso: undefined });
    await expectSameBrightness(data, await hdrBrightness(original));
  });

  it("is removed if Apple's headroom parameter is missing from XMP", async () => {
    const apple = { version: 65_536, headroom: 4 };
    const described = await withMap((map) => ({ ...map, ultraHdr: undefined, iso: undefined, apple }));
    const { report } = await run(replaceLast(described, 'HDRGainMapHeadroom>', 'HDRGainMapXeadroom>'), {
      quality: 50,
    });
    expect(report.hdr).toBe('dropped');
  });

  it('is resized with the image', async () => {
    const original = await ultraHdrJpeg(size);
    const { data, report } = await run(original, { resize: { percent: 50, maintainAspect: true } });
    expect(report.hdr).toBe('kept');
    expect(mapOf(data)).toMatchObject({ widthPx: 80, heightPx: 60 });
    expect(await sharp(mapOf(data).jpeg).metadata()).toMatchObject({ width: 80, height: 60, channels: 1 });
    await expectSameBrightness(data, await hdrBrightness(original));
  });

  it.each([
    [{}, 80, 60],
    [{ resize: { percent: 50, maintainAspect: true } }, 40, 30],
  ] as const)('is rotated with the image: %j', async (settings, heightPx, widthPx) => {
    const upright = await ultraHdrJpeg({ widthPx: 160, heightPx: 120 });
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), cameraExif(6)]);
    const plain = tagJpeg(stripJpeg(upright)!, {
      orientation: 1,
      gainMap: { upright: mapOf(upright), stored: mapOf(upright) },
    });
    const { data, report } = await run(withSegments(plain, [jpegSegment(0xe1, exif)]), {
      quality: 50,
      ...settings,
    });
    expect(report.hdr).toBe('kept');
    expect(mapOf(data)).toMatchObject({ widthPx, heightPx });
    await expectSameBrightness(data, turned(await hdrBrightness(upright)));
  });

  it('is kept if the original is kept', async () => {
    const small = await run(await ultraHdrJpeg(size), { quality: 30 });
    const { data, alreadyOptimal, report } = await run(small.data, { quality: 100 });
    expect([alreadyOptimal, report.hdr]).toEqual([true, 'kept']);
    expect(data.length).toBeLessThanOrEqual(small.data.length);
    expect(await hdrBrightness(data)).toEqual(await hdrBrightness(small.data));
  });

  it('loses its own private metadata', async () => {
    const secret = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), cameraExif()]);
    const original = Buffer.concat([
      await withMap((map) => ({
        ...map,
        jpeg: withSegments(map.jpeg, [jpegSegment(0xe1, secret), jpegSegment(0xfe, Buffer.from('SECRET'))]),
      })),
      Buffer.from('SECRET-TAIL'),
    ]);
    expect(secretsIn(original)).toContain('SECRET');
    const { data, report } = await run(original, { quality: 50 });
    expect([report.hdr, secretsIn(data)]).toEqual(['kept', []]);
    expect(report.metadataRemoved).toContain('trailing-bytes');
  });

  it('counts toward the maximum file size', async () => {
    const original = await ultraHdrJpeg(size);
    const { data, report } = await run(original, { maxBytes: 6_000 });
    expect([report.hdr, report.sizeLimits?.isReached]).toEqual(['kept', true]);
    expect(data.length).toBeLessThanOrEqual(6_000);
  });

  it.each([
    ['another format', { format: 'webp' }],
    ['a list of formats', { formats: ['jpeg', 'webp'] }],
    ['a filter', { filter: 'sepia' }],
    ['a crop', { resize: { widthPx: 50, heightPx: 50, maintainAspect: true, fit: 'cover' } }],
    ['the option', { hdr: 'drop', format: 'jpeg' }],
  ] as const)('is removed by %s', async (_, settings) => {
    const { data, report } = await run(await ultraHdrJpeg(size), { quality: 50, ...settings } as object);
    expect(report.hdr).toBe('dropped');
    expect(readGainMap(data)).toBeUndefined();
  });

  it('is removed if it must be resized but its pixels are damaged', async () => {
    const original = await withMap((map) => ({ ...map, jpeg: withoutLastData(map.jpeg) }));
    const { report } = await run(original, { resize: { percent: 50, maintainAspect: true } });
    expect(report.hdr).toBe('dropped');
  });

  it('is removed if it has more pixels than the image', async () => {
    const large = mapOf(await ultraHdrJpeg({ widthPx: 800, heightPx: 600 }));
    const original = await withMap(() => large);
    const { report } = await run(original, { resize: { percent: 50, maintainAspect: true }, format: 'jpeg' });
    expect([large.widthPx * large.heightPx > 320 * 240, report.hdr]).toEqual([true, 'dropped']);
  });

  it.each([
    ['is truncated', (file: Buffer) => file.subarray(0, -300)],
    ['has no parameters', (file: Buffer) => replaceLast(file, 'urn:iso', 'urn:xxx')],
    ['is missing', (file: Buffer) => stripJpeg(file)!],
  ])('is removed if it %s', async (_, damage) => {
    const { data, report } = await run(damage(await ultraHdrJpeg(size)), { quality: 50, format: 'jpeg' });
    expect(report.hdr).not.toBe('kept');
    expect(readGainMap(data)).toBeUndefined();
  });

  it('is found only among the first eight images of a file', async () => {
    const map = mapOf(await ultraHdrJpeg(size));
    const image = stripJpeg(await ultraHdrJpeg({ widthPx: 16, heightPx: 16 }))!;
    const { appended } = spliceGainMap(map, { before: 0, after: 0 });
    expect(readGainMap(Buffer.concat([image, image, appended]))).toBeDefined();
    expect(readGainMap(Buffer.concat([...Array<Buffer>(8).fill(image), appended]))).toBeUndefined();
  });
});

/** Returns a JPEG that lacks most of its coded pixels, but not its end marker. */
function withoutLastData(jpeg: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, -1_000), jpeg.subarray(-2)]);
}

function replaceLast(file: Buffer, text: string, by: string): Buffer {
  const changed = Buffer.from(file);
  changed.write(by, file.lastIndexOf(text, undefined, 'latin1'), 'latin1');
  return changed;
}
