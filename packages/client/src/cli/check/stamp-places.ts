import * as zlib from 'node:zlib';
import type { InputFormat } from '@gossamer/contracts/formats';

/** A part of a file, from `start` up to `end`, that contains a text. */
interface Place {
  start: number;
  end: number;
  text: string;
}

/** How a file format stores a text that decoders ignore. Malformed files have no place and accept no text. */
export interface TextContainer {
  /** Returns all texts of the kind that `insert` writes. */
  find(file: Buffer): Place[];
  insert(file: Buffer, text: string): Buffer | undefined;
  remove(file: Buffer, place: Place): Buffer;
}

const cut = (file: Buffer, { start, end }: Place) =>
  Buffer.concat([file.subarray(0, start), file.subarray(end)]);
const splice = (file: Buffer, at: number, part: Buffer) =>
  Buffer.concat([file.subarray(0, at), part, file.subarray(at)]);

/* JPEG: a comment (COM) after the first segment, which must stay first if it is that of JFIF or EXIF. */

const [comment, startOfScan] = [0xfe, 0xda];

function jpegSegments(file: Buffer): (Place & { marker: number })[] {
  const segments: (Place & { marker: number })[] = [];
  for (let start = 2; start + 4 <= file.length && file[start] === 0xff; ) {
    const marker = file.readUInt8(start + 1);
    const end = start + 2 + file.readUInt16BE(start + 2);
    if (marker === startOfScan || end > file.length) break;
    segments.push({ marker, start, end, text: file.toString('latin1', start + 4, end) });
    start = end;
  }
  return segments;
}

const jpeg: TextContainer = {
  find: (file) => jpegSegments(file).filter(({ marker }) => marker === comment),
  insert: (file, text) => {
    const [first] = jpegSegments(file);
    if (!first) return undefined;
    const part = Buffer.from(`\xff\xfe\0\0${text}`, 'latin1');
    part.writeUInt16BE(text.length + 2, 2);
    const isHeader = first.marker === 0xe0 || first.marker === 0xe1;
    return splice(file, isHeader ? first.end : first.start, part);
  },
  remove: cut,
};

/* PNG: a chunk tEXt before IEND. */

const keyword = 'Comment\0';

const png: TextContainer = {
  find: (file) => {
    const places: Place[] = [];
    for (let start = 8; start + 12 <= file.length; ) {
      const end = start + 12 + file.readUInt32BE(start);
      const type = file.toString('latin1', start + 4, start + 8);
      if (end > file.length) break;
      const text = file.toString('latin1', start + 8, end - 4);
      if (type === 'tEXt' && text.startsWith(keyword)) {
        places.push({ start, end, text: text.slice(keyword.length) });
      }
      start = end;
    }
    return places;
  },
  insert: (file, text) => {
    const at = file.length - 12;
    if (at < 8 || file.toString('latin1', at + 4, at + 8) !== 'IEND') return undefined;
    const content = Buffer.from(`tEXt${keyword}${text}`, 'latin1');
    const part = Buffer.alloc(content.length + 8);
    part.writeUInt32BE(content.length - 4);
    content.copy(part, 4);
    part.writeUInt32BE(zlib.crc32(content), content.length + 4);
    return splice(file, at, part);
  },
  remove: cut,
};

/* WebP: a chunk of our own after all others, as RFC 9649, section 2.7.1.6, allows. */

const webpChunk = 'GSMR';

/** Writes the size of the RIFF container, which is stored without its own header. */
function withRiffSize(file: Buffer): Buffer {
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

const webp: TextContainer = {
  find: (file) => {
    const places: Place[] = [];
    for (let start = 12; start + 8 <= file.length; ) {
      const sizeBytes = file.readUInt32LE(start + 4);
      const end = start + 8 + sizeBytes + (sizeBytes % 2);
      if (end > file.length) break;
      if (file.toString('latin1', start, start + 4) === webpChunk) {
        places.push({ start, end, text: file.toString('latin1', start + 8, start + 8 + sizeBytes) });
      }
      start = end;
    }
    return places;
  },
  insert: (file, text) => {
    if (file.length < 12 || file.readUInt32LE(4) !== file.length - 8) return undefined;
    const part = Buffer.alloc(8 + text.length + (text.length % 2));
    part.write(webpChunk, 'latin1');
    part.writeUInt32LE(text.length, 4);
    part.write(text, 8, 'latin1');
    return withRiffSize(Buffer.concat([file, part]));
  },
  remove: (file, place) => withRiffSize(cut(file, place)),
};

/* AVIF: a box of the type uuid after all others. */

/** Identifies the box. Random. */
const boxId = Buffer.from('c1f0a5f47d6b4b0f9d6cb4a2f35e9e17', 'hex');

/** Returns the top-level boxes, or undefined if they do not cover the file, such as a last box without a size. */
function avifBoxes(file: Buffer): Place[] | undefined {
  const boxes: Place[] = [];
  let start = 0;
  while (start + 8 <= file.length) {
    const sizeBytes = file.readUInt32BE(start);
    const end = start + sizeBytes;
    if (sizeBytes < 8 || end > file.length) return undefined;
    boxes.push({ start, end, text: '' });
    start = end;
  }
  return start === file.length ? boxes : undefined;
}

const avif: TextContainer = {
  find: (file) =>
    (avifBoxes(file) ?? []).flatMap(({ start, end }) => {
      const isOurs =
        file.toString('latin1', start + 4, start + 8) === 'uuid' &&
        boxId.equals(file.subarray(start + 8, start + 24));
      return isOurs ? [{ start, end, text: file.toString('latin1', start + 24, end) }] : [];
    }),
  insert: (file, text) => {
    if (!avifBoxes(file)) return undefined;
    const head = Buffer.alloc(8);
    head.writeUInt32BE(24 + text.length);
    head.write('uuid', 4, 'latin1');
    return Buffer.concat([file, head, boxId, Buffer.from(text, 'latin1')]);
  },
  remove: cut,
};

/** The formats that `gossamer check --fix` writes. */
export const textContainers: Partial<Record<InputFormat, TextContainer>> = { jpeg, png, webp, avif };
