import { execFileSync } from 'node:child_process';
import { detectFormat } from '@gossamer/contracts/detect-format';
import { describe, expect, it } from 'vitest';
import { readHeicHeader } from '../../src/heic/read-heic-header.ts';
import { fixture, header, names, patched } from './harness.ts';

/**
 * Returns the metadata read by libvips. Runs in a separate process, because the engine disables the HEIC reader of
 * libvips.
 */
function sharpMetadata(): Record<string, Record<string, unknown>> {
  const script = `
    import sharp from 'sharp';
    import { readFileSync } from 'node:fs';
    const all = {};
    for (const name of ${JSON.stringify(names)}) {
      const file = readFileSync(new URL('fixtures/' + name + '.heic', ${JSON.stringify(import.meta.url)}));
      const { icc, exif, ...facts } = await sharp(file).metadata();
      all[name] = { ...facts, iccBytes: icc?.length };
    }
    process.stdout.write(JSON.stringify(all));`;
  const cwd = new URL('.', import.meta.url);
  return JSON.parse(execFileSync('node', ['--input-type=module', '-e', script], { cwd, encoding: 'utf8' }));
}

describe('the HEIC header', () => {
  const metadata = sharpMetadata();

  it.each(names)('matches the metadata that libvips reads from the fixture %s', (name) => {
    const { widthPx, heightPx, hasAlpha, bitDepth, iccProfile } = header(name);
    const theirs = metadata[name] ?? {};
    expect({ width: widthPx, height: heightPx, hasAlpha, iccBytes: iccProfile?.length }).toEqual({
      width: theirs.width,
      height: theirs.height,
      hasAlpha: theirs.hasAlpha,
      iccBytes: theirs.iccBytes,
    });
    expect(bitDepth).toBe(theirs.bitsPerSample);
  });

  it.each([
    ['plain', { bitDepth: 8, isGray: false, hasAlpha: false, isWideGamut: false, isHdr: false }],
    ['ten-bit', { bitDepth: 10 }],
    ['twelve-bit', { bitDepth: 12 }],
    ['gray', { isGray: true }],
    ['alpha', { hasAlpha: true, isAlphaPremultiplied: false }],
    ['alpha-premultiplied', { hasAlpha: true, isAlphaPremultiplied: true }],
    ['primary-second', { widthPx: 128, heightPx: 96 }],
    ['thumbnail', { widthPx: 128, heightPx: 96 }],
    ['exif-orientation-6', { widthPx: 128, heightPx: 96 }],
    ['turned-90', { widthPx: 96, heightPx: 128 }],
    ['cropped', { widthPx: 64, heightPx: 48, codedWidthPx: 128, codedHeightPx: 96 }],
    ['apple-like', { widthPx: 600, heightPx: 800, isWideGamut: true }],
    ['patch-srgb-icc', { isWideGamut: false }],
    ['patch-p3-icc', { isWideGamut: true }],
    ['patch-p3-codes', { isWideGamut: true, primaries: 12, transfer: 13, iccProfile: undefined }],
    ['patch-both', { isWideGamut: true, primaries: 1 }],
    ['pq-codes', { isHdr: true, isWideGamut: true, primaries: 9, transfer: 16 }],
  ])('contains the expected values for the fixture %s', (name, facts) => {
    expect(header(name)).toMatchObject(facts);
  });

  it('is read without decoding the image, even if it declares 30,000 × 30,000 pixels', () => {
    const flood = patched(fixture('plain'), 'ispe', (payload) => {
      payload.writeUInt32BE(30_000, 4);
      payload.writeUInt32BE(30_000, 8);
    });
    const before = process.memoryUsage().rss;
    expect(readHeicHeader(flood)).toMatchObject({ widthPx: 30_000, heightPx: 30_000 });
    expect(process.memoryUsage().rss - before).toBeLessThan(50e6);
  });
});

describe('the number of pixels to decode', () => {
  it.each([
    ['plain', 128 * 96],
    ['alpha', 2 * 128 * 96],
    ['cropped', 128 * 96],
    ['thumbnail', 128 * 96],
    ['grid-odd-size', 4 * 64 * 64],
    ['apple-like', 4 * 512 * 512],
  ])('is calculated from the fixture %s as %i', (name, pixels) => {
    expect(header(name).codedPixels).toBe(pixels);
  });

  it.each(['grid', 'alpha-by-hand'])(
    'includes every part of the image, even one that declares huge dimensions (fixture: %s)',
    (name) => {
      const file = fixture(name);
      const last = name === 'grid' ? file.indexOf('ispe', 0, 'latin1') : file.lastIndexOf('ispe');
      file.writeUInt32BE(30_000, last + 8);
      file.writeUInt32BE(30_000, last + 12);
      expect(readHeicHeader(file).codedPixels).toBeGreaterThanOrEqual(30_000 ** 2);
    },
  );
});

describe('detectFormat', () => {
  it.each(names)('recognizes the fixture %s as HEIC', (name) => {
    expect(detectFormat(fixture(name))).toBe('heic');
  });
});
