import { pngChunk, signatureLength } from '../strip/png-chunks.ts';
import { exifBlock } from './exif-block.ts';
import { pngKeywords } from './from-png-text.ts';
import { hasTags, type Moment, type Tags } from './preserved.ts';

/** Size in bytes of the IHDR chunk: length, type, 13 bytes of data and checksum. */
const headerChunkBytes = 25;

/** Adds tags to a PNG file: copyright and time as text chunks, which all programs can read, and the rest as EXIF. */
export function tagPng(file: Buffer, { copyright, creation, ...others }: Tags): Buffer {
  // Insert the chunks after the header. Text chunks are allowed anywhere before the pixels.
  const at = signatureLength + headerChunkBytes;
  return Buffer.concat([
    file.subarray(0, at),
    ...(copyright === undefined ? [] : [textChunk(pngKeywords.copyright, copyright)]),
    ...(creation === undefined ? [] : [textChunk(pngKeywords.creation, timestamp(creation))]),
    ...(hasTags(others) ? [pngChunk('eXIf', exifBlock(others))] : []),
    file.subarray(at),
  ]);
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
