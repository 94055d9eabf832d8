import * as images from '@gossamer/testkit/images';
import { sharp } from '../src/sharp.ts';

const size = { widthPx: 120, heightPx: 90 };
const tail = Buffer.from('SECRET-TAIL');

/** A directory entry (TIFF 6.0, section 2): tag, TIFF field type, count, and value or offset. */
type Entry = readonly [tag: number, type: number, count: number, value: number];

function directory(entries: Entry[], nextAt: number): Buffer {
  const bytes = Buffer.alloc(2 + entries.length * 12 + 4);
  bytes.writeUInt16BE(entries.length);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 2 + index * 12;
    bytes.writeUInt16BE(tag, at);
    bytes.writeUInt16BE(type, at + 2);
    bytes.writeUInt32BE(count, at + 4);
    bytes.writeUInt32BE(type === 3 && count === 1 ? value * 0x10000 : value, at + 8);
  }
  bytes.writeUInt32BE(nextAt, bytes.length - 4);
  return bytes;
}

/**
 * Returns a camera's EXIF data with GPS, serial number, orientation and a thumbnail. It is big-endian and has no
 * prefix.
 */
export function cameraExif(orientation = 1): Buffer {
  const [mainAt, exifAt, gpsAt, thumbnailAt, textAt] = [8, 70, 100, 130, 180];
  const exif = Buffer.alloc(240);
  exif.write('MM\0*', 'latin1');
  exif.writeUInt32BE(mainAt, 4);
  const main: Entry[] = [
    [0x010f, 2, 12, textAt],
    [0x0112, 3, 1, orientation],
    [0x8769, 4, 1, exifAt],
    [0x8825, 4, 1, gpsAt],
  ];
  directory(main, thumbnailAt).copy(exif, mainAt);
  directory([[0xa431, 2, 12, textAt]], 0).copy(exif, exifAt);
  directory([[0x0001, 2, 2, 0x4e000000]], 0).copy(exif, gpsAt);
  const thumbnail: Entry[] = [
    [0x0103, 3, 1, 6],
    [0x0201, 4, 1, 200],
    [0x0202, 4, 1, 30],
  ];
  directory(thumbnail, 0).copy(exif, thumbnailAt);
  exif.write('SECRET-TEXT\0', textAt, 'latin1');
  exif.write('SECRET-THUMBNAIL', 200, 'latin1');
  return exif;
}

export function jpegSegment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** Inserts segments at the start of a JPEG, before all other segments. */
export function withSegments(jpeg: Buffer, segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Inserts chunks after the header chunk of a PNG. */
export function withChunks(png: Buffer, chunks: Buffer[]): Buffer {
  const afterHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
}

const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>SECRET-XMP</note></x:xmpmeta>';

/** Returns a JPEG with all metadata that the engine removes. With `isWide`, its colors are in Display P3. */
export async function taggedJpeg({ orientation = 1, isWide = true } = {}): Promise<Buffer> {
  const photo = sharp(await images.photoPng(size)).jpeg({ quality: 90, optimiseCoding: false });
  const jpeg = await (isWide ? photo.withIccProfile('p3') : photo).toBuffer();
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), cameraExif(orientation)]);
  const segments = [
    jpegSegment(0xe1, exif),
    jpegSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`, 'latin1')),
    jpegSegment(0xed, Buffer.from('Photoshop 3.0\0' + '8BIM\x04\x04\0\0\0\0\0\x0cSECRET-IPTC', 'latin1')),
    jpegSegment(0xfe, Buffer.from('SECRET-COMMENT')),
  ];
  return Buffer.concat([withSegments(jpeg, segments), tail]);
}

/** Returns a PNG with text, EXIF, XMP and trailing bytes. */
export async function taggedPng(): Promise<Buffer> {
  const text = images.pngChunk('tEXt', Buffer.from('Comment\0SECRET-TEXT', 'latin1'));
  const international = Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`, 'latin1');
  const chunks = [
    text,
    images.pngChunk('iTXt', international),
    images.pngChunk('eXIf', cameraExif()),
    images.pngChunk('tIME', Buffer.from([7, 232, 1, 1, 1, 1, 1])),
  ];
  return Buffer.concat([withChunks(await images.graphic(size), chunks), tail]);
}

/** Returns a WebP with EXIF, XMP and trailing bytes. */
export async function taggedWebp(): Promise<Buffer> {
  const webp = await sharp(await images.photoPng(size))
    .withExif({ IFD0: { Make: 'SECRET' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp(xmp)
    .webp({ quality: 80 })
    .toBuffer();
  return Buffer.concat([webp, tail]);
}
