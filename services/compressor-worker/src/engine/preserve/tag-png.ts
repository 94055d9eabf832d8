import { pngChunk, signatureLength } from '../strip/png-chunks.ts';
import { exifBlock } from './exif-block.ts';
import { pngKeywords } from './from-png-text.ts';
import { hasTags, type Moment, type Tags } from './preserved.ts';

/** Length, type, 13 bytes, checksum. */
const headerChunkBytes = 25;

/** Adds copyright and time as text chunks, which all programs can read, and the other tags as EXIF. */
export function tagPng(file: Buffer, { copyright, creation, ...others }: Tags): Buffer {
  // Anywhere before the pixels; behind the header is before all of them.
  const at = signatureLength + headerChunkBytes;
  return Buffer.concat([
    file.subarray(0, at),
    ...(copyright === undefined ? [] : [textChunk(pngKeywords.copyright, copyright)]),
    ...(creation === undefined ? [] : [textChunk(pngKeywords.creation, timestamp(creation))]),
    ...(hasTags(others) ? [pngChunk('eXIf', exifBlock(others))] : []),
    file.subarray(at),
  ]);
}

/** RFC 3339, as the PNG specification asks; as much of it as is known. */
function timestamp({ date, time, offset = '' }: Moment): string {
  return time === undefined ? date : `${date}T${time}${offset}`;
}

const latin1 = /^[\x20-\x7e\xa0-\xff]*$/;

/** Uncompressed; tEXt knows Latin-1 only. */
function textChunk(keyword: string, text: string): Buffer {
  if (latin1.test(text)) return pngChunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'));
  return pngChunk('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`, 'utf8'));
}
