import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { PreservableMetadata } from '@gossamer/contracts/settings';
import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { readPreserved } from '../src/preserve/read-preserved.ts';
import { sharp } from '../src/sharp.ts';
import { readChunks } from '../src/strip/png-chunks.ts';
import { difference, fixture, rgb, run, secretsIn } from './harness.ts';
import { withChunks } from './tagged-files.ts';

const size = { widthPx: 120, heightPx: 90 };
const all: PreservableMetadata[] = ['copyright', 'creation', 'location'];
const formats: EncodedFormat[] = ['jpeg', 'png', 'webp', 'avif'];

const camera = {
  IFD0: {
    Make: 'SECRET',
    Copyright: 'Copyright Jane Doe',
    Artist: 'SECRET-PERSON',
    DateTime: '2030:01:01 00:00:00',
  },
  IFD2: {
    DateTimeOriginal: '2026:05:07 14:03:59',
    OffsetTimeOriginal: '+02:00',
    BodySerialNumber: 'SERIAL-0042',
    UserComment: 'SECRET-COMMENT',
  },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '33/1 51/1 3599/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '151/1 12/1 40/1',
    GPSAltitude: '123/10',
    GPSDateStamp: '2026:05:07',
    GPSProcessingMethod: 'SECRET-GPS',
  },
};
const kept = {
  copyright: 'Copyright Jane Doe',
  creation: { date: '2026-05-07', time: '14:03:59', offset: '+02:00' },
  location: {
    latitude: { ref: 'S', degrees: [33, 1], minutes: [51, 1], seconds: [3599, 100] },
    longitude: { ref: 'E', degrees: [151, 1], minutes: [12, 1], seconds: [40, 1] },
    altitude: { isBelowSea: false, meters: [123, 10] },
  },
};

/** Returns a photo like one from a camera, with an ICC profile and, if given, an orientation. */
async function photoOf(format: 'jpeg' | 'png' | 'webp', orientation = 1): Promise<Buffer> {
  const image = sharp(await images.photoPng(size))
    .withMetadata({ orientation })
    .withExifMerge(camera);
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>SECRET-XMP</note></x:xmpmeta>';
  return image.withXmp(xmp).toFormat(format, { quality: 95 }).toBuffer();
}

/**
 * Returns the words of the fixtures' private metadata that the file contains, except for words that preserved fields
 * may contain.
 */
function privateIn(file: Uint8Array): string[] {
  return secretsIn(file).filter((word) => /SECRET|SERIAL|Gossamer|xmp|8BIM/.test(word));
}

describe('preserved metadata', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'is copied from %s to every format, without other metadata',
    async (from) => {
      const original = await photoOf(from, from === 'png' ? 1 : 6);
      for (const format of formats) {
        const { data, report, preview } = await run(original, { format, quality: 50, preserve: all });
        expect([format, await readPreserved(data, all)]).toEqual([format, kept]);
        expect(privateIn(data)).toEqual([]);
        expect(secretsIn(preview)).toEqual([]);
        const found = await sharp(data).metadata();
        // The result needs no orientation tag, because its pixels are upright.
        expect([found.format === 'heif' ? 'avif' : found.format, found.orientation ?? 1]).toEqual([
          format,
          1,
        ]);
        expect([found.xmp, found.iptc, found.icc]).toEqual([undefined, undefined, undefined]);
        expect(report.metadataKept).toEqual(format === 'png' ? ['exif', 'gps', 'comment'] : ['exif', 'gps']);
        expect(report.metadataRemoved).toEqual(expect.arrayContaining(['serial-number', 'xmp']));
      }
    },
  );

  it.each(formats)('contains only the requested entries in a %s file', async (format) => {
    const original = await photoOf('jpeg');
    for (const kind of all) {
      const { data } = await run(original, { format, preserve: [kind], quality: 50 });
      const found = await readPreserved(data, all);
      expect(found).toEqual({
        copyright: undefined,
        creation: undefined,
        location: undefined,
        [kind]: kept[kind],
      });
      expect(privateIn(data)).toEqual([]);
    }
    const { data } = await run(original, { format, preserve: [], quality: 50 });
    expect(await readPreserved(data, all)).toEqual({});
    expect(secretsIn(data)).toEqual([]);
  });

  it.each(formats)('adds only a few bytes to a %s file and does not change its pixels', async (format) => {
    const original = await images.cutout(size);
    const notice = images.pngChunk('tEXt', Buffer.from('Copyright\0Copyright Jane Doe', 'latin1'));
    const settings = { format, quality: 70 } as const;
    const tagged = await run(withChunks(original, [notice]), { ...settings, preserve: ['copyright'] });
    const plain = await run(original, settings);
    expect(tagged.data.length - plain.data.length).toBeGreaterThan(0);
    expect(tagged.data.length - plain.data.length).toBeLessThan(140);
    expect(difference(await rgb(tagged.data), await rgb(plain.data))).toBe(0);
    expect((await sharp(tagged.data).metadata()).hasAlpha).toBe(format !== 'jpeg');
    expect(Buffer.from(tagged.data).includes('Copyright Jane Doe')).toBe(true);
  });

  it('is written to every kind of WebP', async () => {
    const notice = { IFD0: { Copyright: 'Copyright Jane Doe' } };
    const drawn = await sharp(await images.graphic(size))
      .withExif(notice)
      .png()
      .toBuffer();
    const logo = await sharp(await images.graphicWithAlpha(size))
      .withExif(notice)
      .png()
      .toBuffer();
    const moving = sharp(await images.animation(size), { animated: true });
    const animated = await moving.webp({ quality: 95 }).withExif(notice).toBuffer();
    for (const original of [drawn, logo, animated]) {
      const before = await sharp(original, { animated: true }).metadata();
      const { data } = await run(original, { format: 'webp', preserve: ['copyright'], quality: 50 });
      const after = await sharp(data, { animated: true }).metadata();
      expect((await readPreserved(data, all)).copyright).toBe('Copyright Jane Doe');
      expect([after.width, after.height, after.pages]).toEqual([before.width, before.height, before.pages]);
      // Ignore the alpha channel of animations, because the encoder adds transparency that the original does not have.
      if (!after.pages) expect(after.hasAlpha).toBe(before.hasAlpha);
    }
  });
});

describe('an original that is not re-encoded', () => {
  it.each([1, 6])(
    'retains the requested metadata and the orientation %d, but no other metadata',
    async (orientation) => {
      const photo = sharp(await images.photoPng(size))
        .withMetadata({ orientation })
        .withExifMerge(camera);
      const originals = [
        await photo.clone().jpeg({ quality: 30, progressive: true }).toBuffer(),
        await photo.clone().jpeg({ quality: 30, optimiseCoding: false }).toBuffer(),
        await photo.clone().webp({ quality: 5 }).toBuffer(),
      ];
      const encodings: string[] = [];
      for (const original of originals) {
        const { data, report } = await run(original, { quality: 100, preserve: all });
        encodings.push(report.encoding);
        expect(await readPreserved(data, all)).toEqual(kept);
        expect((await sharp(data).metadata()).orientation ?? 1).toBe(orientation);
        expect(privateIn(data)).toEqual([]);
        expect(data.length).toBeLessThanOrEqual(original.length);
        expect(difference(await rgb(data), await rgb(original))).toBe(0);
      }
      expect(encodings).toEqual(['original', 'jpeg lossless', 'original']);
    },
  );

  it('retains the requested metadata, including the orientation, if it is a PNG', async () => {
    const own = (await run(await images.graphic(size), { format: 'png', quality: 100 })).data;
    const { exif } = await sharp(await photoOf('jpeg', 6)).metadata();
    const file = withChunks(Buffer.from(own), [
      images.pngChunk('tEXt', Buffer.from('Comment\0SECRET', 'latin1')),
      // Omit the EXIF block's prefix, which exists only in JPEG.
      images.pngChunk('eXIf', exif!.subarray(6)),
    ]);
    const { data, report } = await run(file, { format: 'png', quality: 100, preserve: all });
    expect(report.encoding).toBe('original');
    expect(await readPreserved(data, all)).toEqual(kept);
    expect((await sharp(data).metadata()).orientation).toBe(6);
    expect(privateIn(data)).toEqual([]);
    expect(report.metadataKept).toEqual(['exif', 'orientation', 'gps', 'comment']);
  });
});

describe('a result that is compressed again', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'keeps its pixels, and does not change in further runs: %s',
    async (format) => {
      const { data } = await run(await photoOf('jpeg', 6), { format, preserve: all, quality: 70 });
      const settings = { format, preserve: all, quality: 100 };
      const again = await run(data, settings);
      expect(again.alreadyOptimal).toBe(true);
      expect(again.data.length).toBeLessThanOrEqual(data.length);
      expect(Buffer.from((await run(again.data, settings)).data).equals(again.data)).toBe(true);
      const cleaned = await run(data, { format, quality: 100 });
      expect(await readPreserved(cleaned.data, all)).toEqual({});
      expect(secretsIn(cleaned.data)).toEqual([]);
    },
  );
});

describe('the copyright notice of a logo', () => {
  it('is converted from XMP to plain text, as is the date', async () => {
    const original = fixture('logo-with-xmp.png');
    const { data } = await run(original, { format: 'png', preserve: ['copyright', 'creation'] });
    expect(data.length).toBeLessThan(2000);
    const texts = readChunks(data)!.filter(({ type }) => type === 'tEXt');
    expect(texts.map((chunk) => chunk.data.toString('latin1'))).toEqual([
      'Copyright\0Copyright Linden & Falk',
      'Creation Time\x002025-11-02',
    ]);
    expect(secretsIn(data)).toEqual(['tEXt']);
    expect(secretsIn((await run(original, { format: 'png' })).data)).toEqual([]);
  });

  it('is preserved in every format even if Latin-1 cannot represent it', async () => {
    const notice = images.pngChunk('iTXt', Buffer.from('Copyright\0\0\0de\0Recht\0© 株式会社', 'utf8'));
    const original = withChunks(await images.graphic(size), [notice]);
    for (const format of formats) {
      const { data } = await run(original, { format, preserve: ['copyright'] });
      expect((await readPreserved(data, all)).copyright).toBe('© 株式会社');
      expect(Buffer.from(data).includes('© 株式会社')).toBe(true);
    }
  });
});
