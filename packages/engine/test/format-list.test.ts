import type { EncodedFormat } from '@gossamer/contracts/formats';
import { formatMaxPixels } from '@gossamer/contracts/limits';
import { defaultSettings } from '@gossamer/contracts/settings';
import * as images from '@gossamer/testkit/images';
import { losslessCompressPng } from '@napi-rs/image';
import { describe, expect, it } from 'vitest';
import type { Header } from '../src/image.ts';
import { estimateMegabytes } from '../src/memory.ts';
import { sharp } from '../src/sharp.ts';
import { plan } from '../src/steps/plan.ts';
import { fixture, hasReached, prepared, run, runFast } from './harness.ts';

const size = { widthPx: 160, heightPx: 120 };

describe('a list of formats', () => {
  it.each([
    { of: 'a photo', make: () => images.photoPng(size) },
    { of: 'a drawing', make: () => images.graphic(size) },
    { of: 'a logo', make: async () => fixture('logo-with-xmp.png') },
  ])('yields the smallest of the files that its formats yield individually: $of', async ({ make }) => {
    const original = await make();
    const formats: EncodedFormat[] = ['avif', 'png', 'webp'];
    const alone = await Promise.all(formats.map((format) => run(original, { format, quality: 70 })));
    const least = Math.min(...alone.filter(hasReached).map(({ data }) => data.length));
    const result = await run(original, { formats, quality: 70 });
    expect(formats).toContain(result.format);
    expect(result.data.length).toBeLessThanOrEqual(least * 1.05);
  });

  it('yields AVIF only if it contains AVIF', async () => {
    const original = await images.photoPng(size);
    expect((await run(original, { formats: ['jpeg', 'avif'], quality: 70 })).format).toBe('avif');
    expect((await run(original, { formats: ['jpeg', 'png'], quality: 70 })).format).toBe('jpeg');
    expect((await run(original, { formats: ['png'], quality: 70 })).format).toBe('png');
  });

  it('never converts a transparent image to JPEG unless a background is set', async () => {
    const original = fixture('logo-with-xmp.png');
    expect((await run(original, { formats: ['jpeg', 'webp'] })).format).toBe('webp');
    expect((await runFast(original, { formats: ['jpeg', 'png'] })).format).toBe('png');
    await expect(run(original, { formats: ['jpeg'] })).rejects.toThrow('unsupported_format');
    const { format } = await run(original, { formats: ['jpeg'], background: '#ffffff' });
    expect(format).toBe('jpeg');
    // An alpha channel without transparent pixels is not treated as transparency.
    const opaque = await sharp(await images.photoPng(size))
      .ensureAlpha()
      .png()
      .toBuffer();
    expect((await run(opaque, { formats: ['jpeg'], quality: 70 })).format).toBe('jpeg');
  });

  it('keeps an animation if one of its formats supports animation', async () => {
    const original = await images.animation({ ...size, frames: 2 });
    const moving = await run(original, { formats: ['jpeg', 'png', 'webp'], quality: 50 });
    expect([moving.format, (await sharp(moving.data).metadata()).pages]).toEqual(['webp', 2]);
    expect((await run(original, { formats: ['jpeg', 'png'], quality: 50 })).format).toBe('jpeg');
    const { header } = await prepared(original);
    const formatsFor = (formats: EncodedFormat[]) =>
      plan(header, { ...defaultSettings, formats }, 'thorough').formats;
    expect([formatsFor(['jpeg', 'webp']), formatsFor(['jpeg', 'png'])]).toEqual([['webp'], ['jpeg', 'png']]);
  });

  it('optimizes a PNG thoroughly if no other format remains', async () => {
    const original = await images.graphicWithAlpha(size);
    const alone = await run(original, { format: 'png', quality: 100 });
    // The file is fully optimized, so oxipng cannot reduce it further.
    expect((await losslessCompressPng(alone.data)).length).toBe(alone.data.length);
    const left = await run(original, { formats: ['jpeg', 'png'], quality: 100 });
    expect(Buffer.from(left.data).equals(alone.data)).toBe(true);
  });

  it('allows the original as the result only if the original has one of the formats', async () => {
    const tight = await sharp(await images.photoPng(size))
      .jpeg({ quality: 20, mozjpeg: true })
      .toBuffer();
    expect((await run(tight, { formats: ['jpeg', 'png'], quality: 100 })).alreadyOptimal).toBe(true);
    const other = await run(tight, { formats: ['png', 'webp'], quality: 100 });
    expect([other.alreadyOptimal, other.format]).not.toEqual([true, 'jpeg']);
    expect(other.format).not.toBe('jpeg');
  });

  it('respects fast effort, and still picks a format that suits the image', async () => {
    const [photo, drawing] = [await images.photoPng(size), await images.graphic(size)];
    expect((await runFast(photo, { formats: ['avif', 'png'] })).format).toBe('avif');
    expect((await runFast(photo, { formats: ['webp', 'avif', 'jpeg'] })).format).toBe('avif');
    expect((await runFast(photo, { format: 'modern' })).format).toBe('avif');
    expect((await runFast(photo, { formats: ['png', 'jpeg'] })).format).toBe('jpeg');
    expect((await runFast(drawing, { format: 'modern' })).format).toBe('webp');
    expect((await runFast(drawing, { formats: ['jpeg', 'png'] })).format).toBe('png');
  });

  it('reduces a photograph to a palette only if no format other than PNG remains', async () => {
    const photo = await images.photoPng(size);
    expect((await run(photo, { formats: ['png'], quality: 10 })).report.encoding).toBe('png palette');
    const cutout = await images.cutout(size);
    expect((await run(cutout, { formats: ['jpeg', 'png'], quality: 10 })).report.encoding).toBe(
      'png palette',
    );
  });

  it('excludes AVIF if it needs too much memory, and otherwise includes AVIF in the memory estimate', async () => {
    const { header } = await prepared(await images.photo(size));
    const large: Header = { ...header, widthPx: formatMaxPixels.avif / 6000 + 1, heightPx: 6000 };
    const smaller: Header = { ...large, heightPx: 3000 };
    const asked = (of: Header, formats: EncodedFormat[]) =>
      plan(of, { ...defaultSettings, formats }, 'thorough');
    expect(asked(large, ['avif', 'webp']).formats).toEqual(['webp']);
    expect(() => asked(large, ['avif'])).toThrow('too_many_pixels_for_format');
    const megabytes = (formats: EncodedFormat[]) => estimateMegabytes(smaller, asked(smaller, formats));
    expect(megabytes(['avif', 'webp'])).toBe(megabytes(['avif']));
    expect(megabytes(['webp', 'jpeg'])).toBeLessThan(megabytes(['avif']) / 2);
  });
});
