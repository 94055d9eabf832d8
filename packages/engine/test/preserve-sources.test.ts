import { deflateSync } from 'node:zlib';
import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { exifBlock } from '../src/preserve/exif-block.ts';
import { fromExif } from '../src/preserve/from-exif.ts';
import { fromIptc } from '../src/preserve/from-iptc.ts';
import { fromPngText } from '../src/preserve/from-png-text.ts';
import { fromXmp } from '../src/preserve/from-xmp.ts';
import { momentOf, noticeOf, type Tags } from '../src/preserve/preserved.ts';
import { readPreserved } from '../src/preserve/read-preserved.ts';
import { cameraExif, jpegSegment, withChunks, withSegments } from './tagged-files.ts';

const tags: Tags = {
  orientation: 6,
  copyright: '© Jane',
  creation: { date: '2026-05-07', time: '14:03:59', offset: '-03:30' },
  location: {
    latitude: { ref: 'N', degrees: [51, 1], minutes: [30, 1], seconds: [3230, 100] },
    longitude: { ref: 'W', degrees: [0, 1], minutes: [7, 1], seconds: [3960, 100] },
    altitude: { isBelowSea: true, meters: [11, 1] },
  },
};
const packet = (properties: string) =>
  Buffer.from(`<x:xmpmeta><rdf:RDF><rdf:Description ${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`);

describe('EXIF metadata', () => {
  it('is read back exactly as written, with and without its prefix', () => {
    const { orientation: _, ...preserved } = tags;
    const block = exifBlock(tags);
    expect(fromExif(block)).toEqual(preserved);
    expect(fromExif(Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block]))).toEqual(preserved);
  });

  it('is minimal if it contains only an orientation', () => {
    expect(exifBlock({ orientation: 6 }).toString('hex')).toBe(
      '4d4d002a00000008000101120003000000010006000000000000',
    );
  });

  it('yields the copyright notices of the photographer and the editor, even in Latin-1', () => {
    const of = (copyright: string) => fromExif(exifBlock({ orientation: 1, copyright })).copyright;
    expect(of('Jane\0Agency')).toBe('Jane, Agency');
    expect(of(' \0Agency')).toBe('Agency');
    expect(of(' \0 ')).toBeUndefined();
    const block = exifBlock({ orientation: 1, copyright: 'X Jane' });
    block[block.indexOf('X Jane')] = 0xa9;
    expect(fromExif(block).copyright).toBe('© Jane');
  });

  it('has a blank time if only the date is known', () => {
    const block = exifBlock({
      orientation: 1,
      creation: { date: '2026-05-07', time: undefined, offset: undefined },
    });
    expect(block.includes('2026:05:07   :  :  \0')).toBe(true);
    expect(fromExif(block).creation).toEqual({ date: '2026-05-07', time: undefined, offset: undefined });
  });

  it('is read without an error if it is malformed', () => {
    for (const exif of [exifBlock(tags), cameraExif()]) {
      for (let end = 0; end < exif.length; end++) expect(() => fromExif(exif.subarray(0, end))).not.toThrow();
      for (let at = 0; at < exif.length; at++) {
        const lying = Buffer.from(exif);
        lying[at] = 0xff;
        expect(() => fromExif(lying)).not.toThrow();
      }
    }
  });

  it('yields no location if a denominator is zero or the position is incomplete', () => {
    const block = exifBlock(tags);
    const latitudeAt = block.indexOf(Buffer.from([0, 0, 0, 51, 0, 0, 0, 1]));
    block.writeUInt32BE(0, latitudeAt + 4);
    expect(fromExif(block).location).toBeUndefined();
    expect(fromExif(cameraExif()).location).toBeUndefined();
  });
});

describe('XMP metadata', () => {
  it('is read from XML elements', () => {
    const xmp = packet(`rdf:about="">
      <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">&#169; A &amp; B&#x21;</rdf:li><rdf:li>other</rdf:li></rdf:Alt></dc:rights>
      <xmp:CreateDate>2026-01-02T03:04</xmp:CreateDate>
      <photoshop:DateCreated>2025-12-31T23:59:58.123Z</photoshop:DateCreated>
      <exif:GPSLatitude>51,30.538333N</exif:GPSLatitude><exif:GPSLongitude>0,7,39W</exif:GPSLongitude>
      <exif:GPSAltitude>110/10</exif:GPSAltitude><exif:GPSAltitudeRef>1</exif:GPSAltitudeRef>`);
    expect(fromXmp(xmp)).toEqual({
      copyright: '© A & B!',
      creation: { date: '2025-12-31', time: '23:59:58', offset: '+00:00' },
      location: {
        latitude: { ref: 'N', degrees: [51, 1], minutes: [30_538_333, 1_000_000], seconds: [0, 1] },
        longitude: { ref: 'W', degrees: [0, 1], minutes: [7, 1], seconds: [39, 1] },
        altitude: { isBelowSea: true, meters: [110, 10] },
      },
    });
  });

  it('is read from XML attributes in single or double quotes', () => {
    const xmp = packet(`dc:rights="A's" xmp:CreateDate='2026-01-02T03:04:05+01:00'
      exif:GPSLatitude="1,2.5S" exif:GPSLongitude='3,4.5E'>`);
    const { copyright, creation, location } = fromXmp(xmp);
    expect([copyright, creation?.offset, location?.latitude.ref, location?.longitude.ref]).toEqual([
      ...["A's", '+01:00', 'S', 'E'],
    ]);
    expect(fromXmp(packet('><dc:rights>plain</dc:rights>')).copyright).toBe('plain');
  });

  it('is read in bounded time even if it is malicious', () => {
    const hostile = ['<dc:rights ', '<dc:rights>', ' dc:rights = ', ' dc:rights="', '&#', '<rdf:li'];
    for (const part of hostile) {
      expect(fromXmp(Buffer.from(part.repeat(200_000))).creation).toBeUndefined();
    }
  });
});

describe('IPTC metadata', () => {
  const dataset = (record: number, number: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, record, number, 0, text.length]), Buffer.from(text, 'latin1')]);
  const records = Buffer.concat([dataset(2, 80, 'SECRET'), dataset(2, 116, '© Jane')]);
  const resource = (id: number, data: Buffer) => {
    const head = Buffer.alloc(12);
    head.write('8BIM', 'latin1');
    head.writeUInt16BE(id, 4);
    head.writeUInt32BE(data.length, 8);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const start = Buffer.from('Photoshop 3.0\0', 'latin1');
  const decoy = Buffer.concat([dataset(2, 116, 'decoy'), Buffer.from([1])]);

  it('is found inside Photoshop resources and as a separate block', () => {
    const block = Buffer.concat([start, resource(0x0409, decoy), resource(0x0404, records)]);
    expect(fromIptc(block)).toEqual({ copyright: '© Jane' });
    expect(fromIptc(records)).toEqual({ copyright: '© Jane' });
    expect(fromIptc(Buffer.concat([start, resource(0x0409, decoy)])).copyright).toBeUndefined();
  });

  it('is read without an error if it is malformed', () => {
    const block = Buffer.concat([start, resource(0x0409, decoy), resource(0x0404, records)]);
    for (let at = 0; at < block.length; at++) {
      expect(() => fromIptc(block.subarray(0, at))).not.toThrow();
      for (const value of [0, 0xff]) {
        const lying = Buffer.from(block);
        lying[at] = value;
        expect(() => fromIptc(lying)).not.toThrow();
      }
    }
  });

  it('is used if neither EXIF nor XMP has a copyright notice', async () => {
    const photo = await images.photo({ widthPx: 40, heightPx: 30 });
    const iptc = jpegSegment(0xed, Buffer.concat([start, resource(0x0404, records)]));
    const exif = (copyright: string) =>
      jpegSegment(
        0xe1,
        Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifBlock({ orientation: 1, copyright })]),
      );
    const noticeIn = async (segments: Buffer[]) =>
      (await readPreserved(withSegments(photo, segments), ['copyright'])).copyright;
    expect(await noticeIn([iptc])).toBe('© Jane');
    expect(await noticeIn([exif('of EXIF'), iptc])).toBe('of EXIF');
    expect(await noticeIn([exif(' '), iptc])).toBe('© Jane');
  });
});

describe('PNG text chunks', () => {
  const withText = async (type: string, data: Buffer) =>
    withChunks(await images.onePixel(), [images.pngChunk(type, data)]);

  it('are read regardless of their type (tEXt, zTXt or iTXt)', async () => {
    const deflated = deflateSync(Buffer.from('© Jane', 'latin1'));
    const deflatedUtf8 = deflateSync(Buffer.from('© Jané'));
    const files = {
      '© J': await withText('tEXt', Buffer.from('Copyright\0© J', 'latin1')),
      '© Jane': await withText('zTXt', Buffer.concat([Buffer.from('Copyright\0\0', 'latin1'), deflated])),
      '© 株': await withText('iTXt', Buffer.from('Copyright\0\0\0ja\0x\0© 株')),
      '© Jané': await withText('iTXt', Buffer.concat([Buffer.from('Copyright\0\x01\0\0\0'), deflatedUtf8])),
    };
    for (const [notice, file] of Object.entries(files)) expect(fromPngText(file).copyright).toBe(notice);
  });

  it('are ignored if they are malformed or decompression bombs', async () => {
    const bomb = deflateSync(Buffer.alloc(50_000_000, 'a'));
    const file = await withText('zTXt', Buffer.concat([Buffer.from('Copyright\0\0', 'latin1'), bomb]));
    expect(fromPngText(file).copyright).toBeUndefined();
    for (const type of ['tEXt', 'zTXt', 'iTXt'])
      for (const data of ['', 'Copyright', 'Copyright\0', 'Copyright\0\0', 'Copyright\0\x01\0'])
        expect(fromPngText(await withText(type, Buffer.from(data))).copyright).toBeUndefined();
    expect(fromPngText(Buffer.from('no PNG'))).toEqual({ copyright: undefined, creation: undefined });
  });
});

describe('a timestamp', () => {
  it.each([
    ['2026:05:07 14:03:59', { date: '2026-05-07', time: '14:03:59', offset: undefined }],
    ['2026-05-07T14:03Z', { date: '2026-05-07', time: '14:03:00', offset: '+00:00' }],
    ['2026-05-07', { date: '2026-05-07', time: undefined, offset: undefined }],
    ['Thu, 7 May 2026 14:03:59 +0200', { date: '2026-05-07', time: '12:03:59', offset: '+00:00' }],
    ['0000:01:01 00:00:00', undefined],
    ['0000:00:00 00:00:00', undefined],
    ['    :  :     :  :  ', undefined],
    ['2026:13:45 00:00:00', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('is parsed from %j as %j', (text, moment) => {
    expect(momentOf(text)).toEqual(moment);
  });

  it('uses a separate UTC offset only if the offset is valid', () => {
    expect(momentOf('2026:05:07 14:03:59', '+02:00')?.offset).toBe('+02:00');
    expect(momentOf('2026:05:07 14:03:59', 'SECRET')?.offset).toBeUndefined();
  });
});

describe('a copyright notice', () => {
  it('is reduced to one line of limited length', () => {
    expect(noticeOf('  a\r\n\0b\t')).toBe('a b');
    expect(noticeOf('\0 ')).toBeUndefined();
    expect(noticeOf('x'.repeat(1_000_000))).toHaveLength(2000);
    // Truncating a copyright notice must not split a surrogate pair.
    expect(noticeOf(`${'x'.repeat(1999)}😀`)?.isWellFormed()).toBe(true);
  });
});
