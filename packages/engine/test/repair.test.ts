import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { stripJpeg } from '../src/strip/jpeg.ts';
import { readSegments, withoutStrayBytes } from '../src/strip/jpeg-segments.ts';
import { pngChunk, readChunks, signatureLength } from '../src/strip/png-chunks.ts';
import { difference, failureOf, rgb, run } from './harness.ts';

const size = { widthPx: 120, heightPx: 90 };
const stray = [
  Buffer.from([0]),
  Buffer.from('stray'),
  Buffer.from([0xff, 0x00, 0x41]),
  // JPEG marker TEM, which is not followed by a segment.
  Buffer.from([0xff, 0x01]),
  Buffer.alloc(300, 0x20),
];

/** Returns the JPEG with stray bytes inserted before the nth header segment. */
function withStrayBytes(jpeg: Buffer, nth: number, bytes: Buffer): Buffer {
  const segments = readSegments(jpeg) ?? [];
  const at = 2 + segments.slice(0, nth).reduce((sum, segment) => sum + segment.bytes.length, 0);
  return Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)]);
}

describe('a JPEG with stray bytes between header segments', () => {
  it.each(stray)('is compressed like the file without stray bytes (case %#)', async (bytes) => {
    const jpeg = await images.photo(size);
    for (const nth of [0, 1, 2, 4]) {
      const damaged = withStrayBytes(jpeg, nth, bytes);
      expect(withoutStrayBytes(damaged)?.equals(jpeg)).toBe(true);
      const [one, other] = await Promise.all([run(damaged), run(jpeg)]);
      expect(Buffer.from(one.data).equals(Buffer.from(other.data))).toBe(true);
    }
  });

  it('never yields a larger file, even if JPEG is requested', async () => {
    for (const side of [6, 12, 24]) {
      const jpeg = await images.photo({ widthPx: side, heightPx: side, quality: 30 });
      for (const bytes of stray) {
        const damaged = withStrayBytes(stripJpeg(jpeg)!, 1, bytes);
        for (const quality of [30, 85, 100]) {
          const { data } = await run(damaged, { format: 'jpeg', quality });
          expect(data.length).toBeLessThanOrEqual(damaged.length);
        }
      }
    }
  });

  it('is left unchanged if no scan follows, as is a JPEG without stray bytes', async () => {
    const jpeg = await images.photo(size);
    expect(withoutStrayBytes(jpeg)).toBeUndefined();
    expect(withoutStrayBytes(Buffer.from([0xff, 0xd8, 1, 2, 3, 4]))).toBeUndefined();
    expect(withoutStrayBytes(Buffer.alloc(0))).toBeUndefined();
    // If each fill byte caused another scan of the 20 MB file, the test would time out.
    expect(withoutStrayBytes(Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(20e6, 0xff)]))).toBeUndefined();
  });

  it('is accepted, unlike a truncated JPEG, which is rejected as corrupt', async () => {
    const jpeg = await images.photo(size);
    expect(await failureOf(jpeg.subarray(0, jpeg.length - 400))).toBe('corrupt_image');
  });
});

describe('a PNG', () => {
  it('can be read even if another chunk precedes its header', async () => {
    const png = await images.photoPng(size);
    const text = pngChunk('tEXt', Buffer.from('Comment\0first'));
    const file = Buffer.concat([png.subarray(0, signatureLength), text, png.subarray(signatureLength)]);
    const { data } = await run(file, { format: 'png', quality: 100 });
    expect(difference(await rgb(data), await rgb(png))).toBe(0);
  });

  it.each([
    ['signature', 6, 0x0a],
    ['header', 18, 0xff],
    ['header checksum', 30, 0x11],
  ])('is rejected as corrupt if its %s is damaged', async (_, at, value) => {
    const png = Buffer.from(await images.photoPng(size));
    png[at] = value;
    expect(await failureOf(png)).toBe('corrupt_image');
  });

  it('is rejected as corrupt if it has no header', async () => {
    const png = await images.photoPng(size);
    const chunks = (readChunks(png) ?? []).filter(({ type }) => type !== 'IHDR').map(({ bytes }) => bytes);
    expect(await failureOf(Buffer.concat([png.subarray(0, signatureLength), ...chunks]))).toBe(
      'corrupt_image',
    );
    expect((await sharp(png).metadata()).width).toBe(size.widthPx);
  });
});
