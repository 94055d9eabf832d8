import { BoxReader } from '../heic/boxes.ts';
import { exifBlock } from './exif-block.ts';
import { hasExif, type Tags } from './preserved.ts';

/** Signature and file type box at the start of a container (ISO/IEC 18181-2, 9.2 and 9.3). */
const head = Buffer.from('0000000c4a584c200d0a870a00000014667479706a786c20000000006a786c20', 'hex');

const tiffOffsetBytes = 4;

/**
 * Adds tags to a bare JPEG XL codestream by wrapping it in a container with an `Exif` box. The color space needs no
 * tag, because the codestream already contains it.
 */
export function tagJxl(codestream: Buffer, tags: Tags): Buffer {
  if (!hasExif(tags)) return codestream;
  // The box starts with the offset of the TIFF header, which is always 0 here.
  const exif = Buffer.concat([Buffer.alloc(tiffOffsetBytes), exifBlock(tags)]);
  return Buffer.concat([head, ...box('Exif', exif), ...box('jxlc', codestream)]);
}

/** Returns the EXIF block of a JPEG XL file that the engine wrote, or undefined if it has none. */
export function exifOfJxl(file: Uint8Array): Buffer | undefined {
  // A bare codestream has no boxes.
  if (file[0] === 0xff) return undefined;
  const reader = new BoxReader(file);
  const exif = [...reader.boxes(0, file.length)].find(({ type }) => type === 'Exif');
  return exif && reader.bytes(exif.start + tiffOffsetBytes, exif.end);
}

function box(type: string, payload: Buffer): Buffer[] {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(payload.length + header.length);
  header.write(type, 4, 'latin1');
  return [header, payload];
}
