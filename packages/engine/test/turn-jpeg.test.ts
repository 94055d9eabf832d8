import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as images from '@gossamer/testkit/images';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { stripJpeg } from '../src/strip/jpeg.ts';
import { canTurnJpegs, turnJpeg } from '../src/strip/turn-jpeg.ts';
import { fixture, jpegFrame, run, runFast } from './harness.ts';

/** Maps each EXIF orientation to its inverse. Only quarter turns (6 and 8) are not their own inverse. */
const undone = { 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6 } as const;
const orientations = Object.keys(undone).map(Number) as (keyof typeof undone)[];

const jpegOf = async (options: { chromaSubsampling: string; progressive?: boolean; quality?: number }) =>
  stripJpeg(
    await sharp(await images.photoPng({ widthPx: 160, heightPx: 112 }))
      .jpeg({ quality: 60, ...options })
      .toBuffer(),
  )!;

const pixelsOf = (file: Buffer) => sharp(file, { failOn: 'warning' }).raw().toBuffer();

afterEach(() => vi.unstubAllEnvs());

describe('turnJpeg', () => {
  it.each(orientations)(
    'is lossless: applying orientation %d and its inverse restores the same pixels',
    async (orientation) => {
      for (const chromaSubsampling of ['4:2:0', '4:4:4']) {
        for (const progressive of [false, true]) {
          const original = await jpegOf({ chromaSubsampling, progressive });
          const turned = await turnJpeg(original, orientation);
          expect(jpegFrame(turned!)).toBe(0xc2);
          const back = await turnJpeg(turned!, undone[orientation]);
          expect((await pixelsOf(back!)).equals(await pixelsOf(original))).toBe(true);
          expect((await pixelsOf(turned!)).equals(await pixelsOf(original))).toBe(false);
        }
      }
    },
  );

  it('keeps the color profile', async () => {
    const original = await sharp(await jpegOf({ chromaSubsampling: '4:4:4' }))
      .withIccProfile('p3')
      .toBuffer();
    const turned = await turnJpeg(stripJpeg(original)!, 6);
    const { icc } = await sharp(original).metadata();
    expect((await sharp(turned!).metadata()).icc?.equals(icc!)).toBe(true);
  });

  it('returns undefined for upright images, images with partial edge blocks, damaged files and other formats', async () => {
    const plain = await jpegOf({ chromaSubsampling: '4:2:0' });
    const uneven = stripJpeg(await images.photo({ widthPx: 97, heightPx: 65 }))!;
    expect(await turnJpeg(plain, 1)).toBeUndefined();
    expect(await turnJpeg(uneven, 6)).toBeUndefined();
    expect(await turnJpeg(plain.subarray(0, plain.length / 2), 6)).toBeUndefined();
    expect(await turnJpeg(Buffer.from('no image'), 6)).toBeUndefined();
  });

  it('returns undefined if the rotation needs more memory than allowed', async () => {
    const create = { width: 6_800, height: 6_400, channels: 3, background: 'teal' } as const;
    const large = await sharp({ create }).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();
    expect(await turnJpeg(stripJpeg(large)!, 6)).toBeUndefined();
  });

  it('is skipped in favor of the orientation tag if jpegtran is missing or fails', async () => {
    const original = await images.cameraPhoto({ widthPx: 96, heightPx: 64, orientation: 6 });
    const dir = await mkdtemp(join(tmpdir(), 'gossamer-jpegtran-'));
    try {
      for (const script of [undefined, '#!/bin/sh\nexit 3\n']) {
        if (script) await writeFile(join(dir, 'jpegtran'), script);
        if (script) await chmod(join(dir, 'jpegtran'), 0o755);
        vi.stubEnv('PATH', dir);
        expect(await canTurnJpegs()).toBe(false);
        const result = await run(original, { format: 'jpeg', quality: 100 });
        expect((await sharp(result.data).metadata()).orientation).toBe(6);
      }
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  it('finds jpegtran on the PATH', async () => {
    expect(await canTurnJpegs()).toBe(true);
  });
});

describe('a rotated JPEG that no new encoding beats', () => {
  it.each([
    ['thorough', run],
    ['fast', runFast],
  ])('becomes upright without growing at %s effort', async (_, compress) => {
    const original = await sharp(fixture('orientation-6.jpg'))
      .resize(640, 480, { fit: 'fill' })
      // Add a large EXIF block, as cameras do. Its removal saves more bytes than the rotation adds.
      .withExif({ IFD0: { ImageDescription: 'camera '.repeat(300) } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 30, progressive: true, quantisationTable: 3 })
      .toBuffer();
    const result = await compress(original, { format: 'jpeg', quality: 95 });
    const { width, height, orientation } = await sharp(result.data).metadata();
    expect([width, height, orientation]).toEqual([480, 640, undefined]);
    expect(result.report.encoding).toBe('jpeg lossless');
    expect(result.data.length).toBeLessThanOrEqual(original.length);
  });
});
