import { captureTags, exifTags, gpsTags } from '../metadata/exif-tags.ts';
import type { Angle, Location, Moment, Rational, Tags } from './preserved.ts';

/** An EXIF field: tag, type code, number of values and their bytes (TIFF 6.0, section 2). */
type Field = { tag: number; type: number; count: number; bytes: Buffer };

const headerBytes = 8;
const fieldBytes = 12;

/**
 * Returns the smallest EXIF block that contains the tags: big-endian, without a thumbnail and without the `Exif\0\0`
 * prefix, which only JPEG requires (EXIF 2.32, section 4).
 */
export function exifBlock({ orientation, copyright, creation, location }: Tags): Buffer {
  const capture = creation ? captureFields(creation) : [];
  const gps = location ? gpsFields(location) : [];
  const main = (captureAt: number, gpsAt: number) => [
    ...(orientation === 1 ? [] : [short(exifTags.orientation, orientation)]),
    ...(copyright === undefined ? [] : [text(exifTags.copyright, copyright)]),
    ...(capture.length === 0 ? [] : [long(exifTags.exifPointer, captureAt)]),
    ...(gps.length === 0 ? [] : [long(exifTags.gpsPointer, gpsAt)]),
  ];
  const captureAt = headerBytes + sizeOf(main(0, 0));
  const gpsAt = captureAt + sizeOf(capture);
  return Buffer.concat([
    Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, headerBytes]),
    directory(main(captureAt, gpsAt), headerBytes),
    directory(capture, captureAt),
    directory(gps, gpsAt),
  ]);
}

function captureFields({ date, time, offset }: Moment): Field[] {
  // Replace an unknown time of day with blanks, as EXIF requires.
  const moment = `${date.replaceAll('-', ':')} ${time ?? '  :  :  '}`;
  return [
    undefinedBytes(captureTags.exifVersion, '0232'),
    text(captureTags.dateTimeOriginal, moment),
    ...(offset === undefined ? [] : [text(captureTags.offsetTimeOriginal, offset)]),
  ];
}

function gpsFields({ latitude, longitude, altitude }: Location): Field[] {
  const above = [byte(gpsTags.altitudeRef, [Number(altitude?.isBelowSea)])];
  return [
    byte(gpsTags.version, [2, 3, 0, 0]),
    text(gpsTags.latitudeRef, latitude.ref),
    angle(gpsTags.latitude, latitude),
    text(gpsTags.longitudeRef, longitude.ref),
    angle(gpsTags.longitude, longitude),
    ...(altitude ? [...above, rationals(gpsTags.altitude, [altitude.meters])] : []),
  ];
}

function angle(tag: number, { degrees, minutes, seconds }: Angle<string>): Field {
  return rationals(tag, [degrees, minutes, seconds]);
}

function byte(tag: number, values: number[]): Field {
  return { tag, type: 1, count: values.length, bytes: Buffer.from(values) };
}

/** Creates a text field in UTF-8, which readers accept although the standard allows only ASCII. */
function text(tag: number, value: string): Field {
  const bytes = Buffer.from(`${value}\0`, 'utf8');
  return { tag, type: 2, count: bytes.length, bytes };
}

function short(tag: number, value: number): Field {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return { tag, type: 3, count: 1, bytes };
}

function long(tag: number, value: number): Field {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return { tag, type: 4, count: 1, bytes };
}

function rationals(tag: number, values: Rational[]): Field {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.flat().entries()) bytes.writeUInt32BE(value, index * 4);
  return { tag, type: 5, count: values.length, bytes };
}

function undefinedBytes(tag: number, value: string): Field {
  return { tag, type: 7, count: value.length, bytes: Buffer.from(value, 'latin1') };
}

/**
 * Returns the number of bytes that a field's value occupies after the fields, rounded up to an even number. Returns 0
 * if the value fits into the field itself (four bytes).
 */
const outsideBytes = ({ bytes }: Field) => (bytes.length > 4 ? bytes.length + (bytes.length % 2) : 0);

function sizeOf(fields: Field[]): number {
  if (fields.length === 0) return 0;
  return 2 + fields.length * fieldBytes + 4 + fields.reduce((sum, field) => sum + outsideBytes(field), 0);
}

/** Returns an encoded EXIF directory, including its values. No directory follows it. */
function directory(fields: Field[], at: number): Buffer {
  const directoryBytes = Buffer.alloc(sizeOf(fields));
  if (fields.length === 0) return directoryBytes;
  directoryBytes.writeUInt16BE(fields.length);
  let outsideAt = 2 + fields.length * fieldBytes + 4;
  for (const [index, field] of fields.entries()) {
    const fieldAt = 2 + index * fieldBytes;
    directoryBytes.writeUInt16BE(field.tag, fieldAt);
    directoryBytes.writeUInt16BE(field.type, fieldAt + 2);
    directoryBytes.writeUInt32BE(field.count, fieldAt + 4);
    const isOutside = outsideBytes(field) > 0;
    if (isOutside) directoryBytes.writeUInt32BE(at + outsideAt, fieldAt + 8);
    field.bytes.copy(directoryBytes, isOutside ? outsideAt : fieldAt + 8);
    outsideAt += outsideBytes(field);
  }
  return directoryBytes;
}
