import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { run, secretsIn } from './harness.ts';

const size = { widthPx: 200, heightPx: 140 };

describe('private metadata', () => {
  it('is present in the test image (validates the fixture)', async () => {
    expect(secretsIn(await images.cameraPhoto(size))).toContain('SECRET');
  });

  it.each(['auto', 'jpeg', 'png', 'webp', 'avif'] as const)(
    'is removed from the result with the format %s and from the preview',
    async (format) => {
      const original = await images.cameraPhoto({ ...size, orientation: 6 });
      const { data, preview } = await run(original, { format });
      for (const file of [data, preview]) {
        expect(secretsIn(file)).toEqual([]);
        const { exif, xmp, iptc, icc, comments } = await sharp(file).metadata();
        expect({ exif, xmp, iptc, icc, comments }).toEqual({});
      }
    },
  );

  it('is removed from an original that is not re-encoded, along with trailing bytes', async () => {
    const original = await images.cameraPhoto(size);
    const progressive = await sharp(original)
      .jpeg({ progressive: true, quality: 30 })
      .keepMetadata()
      .toBuffer();
    expect(secretsIn(progressive)).toContain('SERIAL');
    const encodings: string[] = [];
    for (const file of [original, Buffer.concat([progressive, Buffer.from('SECRET-TAIL')])]) {
      const { data, report } = await run(file, { format: 'jpeg', quality: 100 });
      encodings.push(report.encoding);
      expect(secretsIn(data)).toEqual([]);
      expect(Buffer.from(data).subarray(-2).toString('hex')).toBe('ffd9');
    }
    expect(encodings).toEqual(['jpeg lossless', 'original']);
  });

  it('is removed from an animation', async () => {
    const frames = await images.animation({ ...size, frames: 2 });
    const tagged = await sharp(frames, { animated: true })
      .withExif({ IFD0: { Make: 'SECRET' } })
      .webp()
      .toBuffer();
    expect(secretsIn(tagged)).toContain('SECRET');
    for (const quality of [50, 100]) expect(secretsIn((await run(tagged, { quality })).data)).toEqual([]);
  });
});
