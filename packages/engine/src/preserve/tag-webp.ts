import { alphaFlag, exifFlag, fileOf, profileFlag, readFile, type WebpChunk } from '../strip/webp-chunks.ts';
import { exifBlock } from './exif-block.ts';
import { hasExif, type Tags } from './preserved.ts';

/**
 * Adds tags to a WebP file: an EXIF chunk at the end and an ICCP chunk after VP8X, and their flags in VP8X (RFC 9649,
 * section 2.7).
 */
export function tagWebp(file: Buffer, tags: Tags): Buffer {
  const [first, ...others] = readFile(file) ?? [];
  if (!first) throw new Error('invalid WebP: missing chunks');
  const header = first.type === 'VP8X' ? first.data : extendedHeader(first);
  const flags = (hasExif(tags) ? exifFlag : 0) | (tags.displayP3 ? profileFlag : 0);
  const flagged = Buffer.concat([Buffer.from([header.readUInt8(0) | flags]), header.subarray(1)]);
  return fileOf([
    { type: 'VP8X', data: flagged },
    ...(tags.displayP3 ? [{ type: 'ICCP', data: tags.displayP3 }] : []),
    ...(first.type === 'VP8X' ? [] : [first]),
    ...others,
    ...(hasExif(tags) ? [{ type: 'EXIF', data: exifBlock(tags) }] : []),
  ]);
}

/** Returns a VP8X header: flags, three reserved bytes, then width and height minus one in three bytes each. */
function extendedHeader({ type, data }: WebpChunk): Buffer {
  const { width, height, hasAlpha } = type === 'VP8L' ? losslessSize(data) : lossySize(data);
  const header = Buffer.alloc(10);
  header.writeUInt8(hasAlpha ? alphaFlag : 0);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  return header;
}

/**
 * A lossy WebP starts with a frame tag and a start code of three bytes each, followed by width and height in 14 bits
 * each (RFC 6386, section 9.1).
 */
function lossySize(data: Buffer) {
  return {
    width: data.readUInt16LE(6) & 0x3fff,
    height: data.readUInt16LE(8) & 0x3fff,
    hasAlpha: false,
  };
}

/**
 * A lossless WebP starts with a signature byte, followed by width and height minus one in 14 bits each and one bit for
 * alpha (RFC 9649, section 3.4).
 */
function losslessSize(data: Buffer) {
  const bits = data.readUInt32LE(1);
  return {
    width: (bits & 0x3fff) + 1,
    height: ((bits >>> 14) & 0x3fff) + 1,
    hasAlpha: ((bits >>> 28) & 1) === 1,
  };
}
