import { deflateSync } from '#zlib';
import { pngChunk, signatureLength } from '../strip/png-chunks.ts';
import { exifBlock } from './exif-block.ts';
import { pngKeywords } from './from-png-text.ts';
import { hasExif, type Moment, type Tags } from './preserved.ts';

/** Size in bytes of the IHDR chunk: length, type, 13 bytes of data and checksum. */
const headerChunkBytes = 25;

/** Display P3 with the transfer curve of sRGB in full range, as codes of ITU-T H.273 (PNG, third edition, 11.3.2.6). */
const displayP3Codes = Buffer.from([12, 13, 0, 1]);

/**
 * Adds tags to a PNG file: copyright and time as text chunks, which all programs can read, and the rest as EXIF.
 * Display P3 is declared by color codes, and by an ICC profile for programs that do not support the codes.
 */
export function tagPng(file: Buffer, { copyright, creation, displayP3, ...others }: Tags): Buffer {
  // Insert the chunks after the header. Text chunks are allowed anywhere before the pixels.
  const at = signatureLength + headerChunkBytes;
  return Buffer.concat([
    file.subarray(0, at),
    ...(displayP3 ? [pngChunk('cICP', displayP3Codes), pngChunk('iCCP', profileData(displayP3))] : []),
    ...(copyright === undefined ? [] : [textChunk(pngKeywords.copyright, copyright)]),
    ...(creation === undefined ? [] : [textChunk(pngKeywords.creation, timestamp(creation))]),
    ...(hasExif(others) ? [pngChunk('eXIf', exifBlock(others))] : []),
    file.subarray(at),
  ]);
}

/** Returns the data of an iCCP chunk: a name, the compression method and the compressed profile. */
function profileData(profile: Buffer): Buffer {
  return Buffer.concat([Buffer.from('Display P3\0\0', 'latin1'), deflateSync(profile, { level: 9 })]);
}

/** Formats the known parts of a time as RFC 3339, which the PNG specification recommends. */
function timestamp({ date, time, offset = '' }: Moment): string {
  return time === undefined ? date : `${date}T${time}${offset}`;
}

const latin1 = /^[\x20-\x7e\xa0-\xff]*$/;

/** Returns an uncompressed text chunk: tEXt for Latin-1 text, otherwise iTXt. */
function textChunk(keyword: string, text: string): Buffer {
  if (latin1.test(text)) return pngChunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'));
  return pngChunk('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`, 'utf8'));
}
