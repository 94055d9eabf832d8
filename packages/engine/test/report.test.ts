import { readFileSync } from 'node:fs';
import { engineReport, metadataKinds } from '@gossamer/contracts/engine-report';
import { outputFormats } from '@gossamer/contracts/formats';
import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { kindsInExif } from '../src/metadata/exif.ts';
import { inventory } from '../src/metadata/inventory.ts';
import { exifBlock } from '../src/preserve/exif-block.ts';
import { sharp } from '../src/sharp.ts';
import { run, secretsIn } from './harness.ts';
import { cameraExif, taggedJpeg, taggedPng, taggedWebp } from './tagged-files.ts';

const heic = readFileSync(new URL('./heic/fixtures/exif-orientation-6.heic', import.meta.url));
const all = [...metadataKinds];

describe('the metadata inventory of a file', () => {
  it('contains every kind of metadata in a JPEG', async () => {
    expect(await inventory(await taggedJpeg({ orientation: 6 }), 'jpeg')).toEqual(all);
  });

  it('is empty for a file without metadata', async () => {
    const size = { widthPx: 40, heightPx: 30 };
    const files = { jpeg: images.photo(size), png: images.graphic(size), webp: images.photoWebp(size) };
    for (const [format, file] of Object.entries(files))
      expect(await inventory(await file, format as 'jpeg')).toEqual([]);
  });

  it('contains the text, EXIF and trailing bytes of a PNG', async () => {
    expect(await inventory(await taggedPng(), 'png')).toEqual([
      ...['exif', 'gps', 'serial-number', 'thumbnail', 'xmp', 'comment', 'trailing-bytes'],
    ]);
  });

  it('contains the EXIF, XMP and trailing bytes of a WebP', async () => {
    expect(await inventory(await taggedWebp(), 'webp')).toEqual(['exif', 'gps', 'xmp', 'trailing-bytes']);
  });

  it('contains a GPS location that is stored only in XMP', async () => {
    const jpeg = await sharp(await images.photo({ widthPx: 40, heightPx: 30 }))
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a GPSLatitude="51,30N"/></x:xmpmeta>')
      .toBuffer();
    expect(await inventory(jpeg, 'jpeg')).toEqual(['gps', 'xmp']);
  });

  it('contains the thumbnail of a JFIF header', async () => {
    const jpeg = await images.photo({ widthPx: 40, heightPx: 30 });
    const jfif = Buffer.from('ffe000134a46494600010100000100010101090807', 'hex');
    const file = Buffer.concat([jpeg.subarray(0, 2), jfif, jpeg.subarray(2)]);
    expect(await inventory(file, 'jpeg')).toEqual(['thumbnail']);
  });
});

describe('kindsInExif', () => {
  it('does not count an orientation alone as EXIF', () => {
    expect(kindsInExif(exifBlock({ orientation: 6 }))).toEqual([]);
  });

  it('reads both byte orders, with and without a prefix', async () => {
    const expected = ['exif', 'gps', 'serial-number', 'thumbnail'];
    expect(kindsInExif(cameraExif())).toEqual(expected);
    expect(kindsInExif(Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), cameraExif()]))).toEqual(expected);
    // sharp writes EXIF in little-endian byte order.
    const jpeg = await images.cameraPhoto({ widthPx: 40, heightPx: 30 });
    expect(kindsInExif((await sharp(jpeg).metadata()).exif!)).toEqual(['exif', 'gps', 'serial-number']);
  });

  it('handles malformed blocks without an error', () => {
    const exif = cameraExif();
    for (let end = 0; end < exif.length; end++)
      expect(() => kindsInExif(exif.subarray(0, end))).not.toThrow();
    for (let at = 0; at < exif.length; at++) {
      const lying = Buffer.from(exif);
      lying[at] = 0xff;
      expect(() => kindsInExif(lying)).not.toThrow();
    }
    const endless = Buffer.from(exif);
    // Make the directory an endless loop: the pointer to the next directory refers to the directory itself.
    endless.writeUInt32BE(8, 8 + 2 + 4 * 12);
    expect(kindsInExif(endless)).toContain('thumbnail');
  });
});

describe('the metadata report', () => {
  const originals = {
    jpeg: () => taggedJpeg(),
    turned: () => taggedJpeg({ orientation: 6 }),
    png: taggedPng,
    webp: taggedWebp,
    heic: async () => heic,
  };

  it.each(outputFormats)('lists all metadata that a new encoding as %s removes', async (format) => {
    for (const [name, make] of Object.entries(originals)) {
      const original = await make();
      const had = await inventory(original, name === 'turned' ? 'jpeg' : (name as 'jpeg'));
      const { data, preview, report } = await run(original, { format, quality: 30 });
      expect(report.encoding).not.toBe('original');
      expect([name, report.metadataRemoved, report.metadataKept]).toEqual([name, had, []]);
      for (const file of [data, preview]) expect(secretsIn(file)).toEqual([]);
    }
  });

  it('lists the GPS location of a phone’s HEIC', async () => {
    const { report } = await run(heic);
    expect(report.metadataRemoved).toEqual(expect.arrayContaining(['exif', 'gps']));
  });

  it.each([1, 6])(
    'lists what an original with orientation %d retains if it is not re-encoded',
    async (orientation) => {
      for (const isWide of [true, false]) {
        const original = await taggedJpeg({ orientation, isWide });
        const { data, report } = await run(original, { format: 'jpeg', quality: 100 });
        expect(['original', 'jpeg lossless']).toContain(report.encoding);
        const tags = report.metadataKept;
        expect(tags).toEqual([...(orientation === 1 ? [] : ['orientation']), ...(isWide ? ['icc'] : [])]);
        for (const kind of ['gps', 'serial-number', 'thumbnail', 'xmp', 'iptc', 'comment', 'trailing-bytes'])
          expect(report.metadataRemoved).toContain(kind);
        expect(report.metadataRemoved.filter((kind) => report.metadataKept.includes(kind))).toEqual([]);
        expect(secretsIn(data).filter((word) => word !== 'Exif\0\0')).toEqual([]);
      }
    },
  );

  it('lists the EXIF data removed from a PNG and a WebP, and no kept metadata', async () => {
    const png = await taggedPng();
    const tight = await sharp(await images.photoPng({ widthPx: 90, heightPx: 60 }))
      .webp({ quality: 5 })
      .withExif({ IFD0: { Make: 'SECRET' } })
      .toBuffer();
    for (const original of [await run(png, { format: 'png' }), await run(tight, { quality: 100 })]) {
      expect(original.report.metadataKept).toEqual([]);
      expect(original.report.metadataRemoved).toContain('exif');
      expect(secretsIn(original.data)).toEqual([]);
    }
  });
});

describe('the engine report', () => {
  it('matches its schema for every format', async () => {
    const original = await images.photo({ widthPx: 80, heightPx: 60 });
    for (const format of outputFormats) {
      const { report } = await run(original, { format });
      expect(engineReport.parse(report)).toEqual(report);
      // Photographs saved as PNG have a different target score.
      expect(report.targetScore).toBe(format === 'png' ? 72 : 80);
    }
  });

  it('rounds scores to a tenth', async () => {
    const { report } = await run(await images.photo({ widthPx: 80, heightPx: 60 }), { format: 'webp' });
    for (const score of [report.score, report.worstTileScore])
      expect(Math.round(score! * 10)).toBeCloseTo(score! * 10, 9);
  });

  it('states whether the image is a photo or a graphic', async () => {
    const size = { widthPx: 100, heightPx: 80 };
    expect((await run(await images.graphic(size))).report.kind).toBe('graphic');
    expect((await run(await images.photo(size))).report.kind).toBe('photo');
    // A JPEG is always classified as a photo, because lossy encoding leaves no flat areas.
    const drawn = await sharp(await images.graphic(size))
      .jpeg()
      .toBuffer();
    expect((await run(drawn)).report.kind).toBe('photo');
  });
});
