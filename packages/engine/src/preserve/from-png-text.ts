import { inflateSync } from '#zlib';
import { readChunks } from '../strip/png-chunks.ts';
import { momentOf, noticeOf, type Preserved } from './preserved.ts';

/** Keywords defined by the PNG specification (third edition, 11.3.3.1). */
export const pngKeywords = { copyright: 'Copyright', creation: 'Creation Time' } as const;

/** Maximum size of a decompressed text in bytes, to protect against decompression bombs. */
const maxTextBytes = 65_536;

/** Reads metadata from the text chunks of a PNG file. Other files yield no metadata. */
export function fromPngText(file: Uint8Array): Preserved {
  const texts = new Map<string, string>();
  for (const { type, data } of readChunks(file) ?? []) {
    const read = type in readers ? readers[type as keyof typeof readers](data) : undefined;
    if (read && !texts.has(read.keyword)) texts.set(read.keyword, read.text);
  }
  return {
    copyright: noticeOf(texts.get(pngKeywords.copyright)),
    creation: momentOf(texts.get(pngKeywords.creation)),
  };
}

type Text = { keyword: string; text: string };

/** Functions that read text chunks, by chunk type. Every text chunk begins with the keyword and a zero byte. */
const readers = { tEXt: readPlain, zTXt: readDeflated, iTXt: readInternational };

function readPlain(data: Buffer): Text {
  const keywordEnd = zeroIn(data, 0);
  return {
    keyword: data.toString('latin1', 0, keywordEnd),
    text: data.toString('latin1', keywordEnd + 1, keywordEnd + 1 + maxTextBytes),
  };
}

function readDeflated(data: Buffer): Text {
  const keywordEnd = zeroIn(data, 0);
  // The keyword is followed by a zero byte and the compression method (one byte).
  const text = inflate(data.subarray(keywordEnd + 2)).toString('latin1');
  return { keyword: data.toString('latin1', 0, keywordEnd), text };
}

/**
 * Reads an iTXt chunk: keyword, two bytes for the compression flag and method, and two zero-terminated language fields
 * before the text.
 */
function readInternational(data: Buffer): Text {
  const keywordEnd = zeroIn(data, 0);
  const isDeflated = data[keywordEnd + 1] === 1;
  const textAt = zeroIn(data, zeroIn(data, keywordEnd + 3) + 1) + 1;
  const bytes = data.subarray(textAt);
  return {
    keyword: data.toString('latin1', 0, keywordEnd),
    text: (isDeflated ? inflate(bytes) : bytes.subarray(0, maxTextBytes)).toString('utf8'),
  };
}

function zeroIn(data: Buffer, from: number): number {
  const at = data.indexOf(0, from);
  return at === -1 ? data.length : at;
}

/** Decompresses text. Returns an empty buffer if the bytes are invalid or the text is too long. */
function inflate(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: maxTextBytes });
  } catch {
    return Buffer.alloc(0);
  }
}
