import type { InputFormat } from './formats.ts';

/**
 * Number of bytes at the start of a file that detection reads. They usually contain the item list of a HEIF file.
 */
export const headBytes = 4_096;

/** Brands of images and sequences coded with HEVC (ISO/IEC 23008-12, annex B.4). */
const hevcBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
/** Brands that identify only the container. The codec must be read from the header. */
const containerBrands = ['mif1', 'mif2', 'msf1', 'miaf'];
/** Brand of the compact container form, whose minor version contains another brand (ISO/IEC 23008-12, annex O). */
const compactBrand = 'mif3';
const avifBrands = ['avif', 'avis'];

/**
 * Returns the format of a file from its first bytes, never from its name, or undefined if it is not supported. The file
 * can still be damaged, and a detected HEIF container can contain a codec other than HEVC.
 */
export function detectFormat(head: Uint8Array): InputFormat | undefined {
  // Check only the start marker of a JPEG, because decoders skip bytes between that marker and the next one.
  if (head[0] === 0xff && head[1] === 0xd8) return 'jpeg';
  // Check only the first half of the PNG signature. The second half detects transfer errors, which the decoder reports.
  if (head[0] === 0x89 && text(head, 1) === 'PNG\r') return 'png';
  if (head[0] === 0x89 && text(head, 1) === 'PNG\n') return 'png';
  if (text(head, 0) === 'RIFF' && text(head, 8) === 'WEBP') return 'webp';
  if (isJxl(head)) return holdsJpeg(head) === false ? undefined : 'jxl';
  return olderFormatOf(head) ?? heifFormatOf(head);
}

function olderFormatOf(head: Uint8Array): InputFormat | undefined {
  if (gifSignatures.includes(text(head, 0, 6))) return 'gif';
  if (tiffSignatures.includes(text(head, 0))) return 'tiff';
  return isBmp(head) ? 'bmp' : undefined;
}

function heifFormatOf(head: Uint8Array): InputFormat | undefined {
  if (isAvif(head)) return 'avif';
  return isHeic(head) ? 'heic' : undefined;
}

const gifSignatures = ['GIF87a', 'GIF89a'];

/** Signatures of TIFF and BigTIFF in both byte orders. Many camera RAW files start with them, too. */
const tiffSignatures = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'];

/** Sizes of the known BMP headers, in bytes. */
const bmpHeaderBytes = [12, 40, 52, 56, 108, 124];
const bmpDepths = [1, 2, 4, 8, 16, 24, 32];

/**
 * Returns whether a BMP header follows the signature `BM`. The signature alone is not enough, because text files can
 * also start with these letters.
 */
function isBmp(head: Uint8Array): boolean {
  if (head.length < 30 || text(head, 0, 2) !== 'BM') return false;
  const bytes = new DataView(head.buffer, head.byteOffset);
  const headerBytes = bytes.getUint32(14, true);
  const planesAt = headerBytes === 12 ? 22 : 26;
  return (
    bmpHeaderBytes.includes(headerBytes) &&
    bytes.getUint16(planesAt, true) === 1 &&
    bmpDepths.includes(bytes.getUint16(planesAt + 2, true))
  );
}

/** Returns whether a file is AVIF. Checks the brands and, if they identify only the container, the list of items. */
export function isAvif(head: Uint8Array): boolean {
  const brands = brandsOf(head);
  const [major = ''] = brands;
  if (avifBrands.includes(major)) return true;
  if (!containerBrands.includes(major) || brands.some((brand) => hevcBrands.includes(brand))) return false;
  return (
    brands.some((brand) => avifBrands.includes(brand)) ||
    foreignCodecOf(head.subarray(0, headBytes)) === foreignCodecs.av01
  );
}

/**
 * Returns whether the brands in the `ftyp` box (ISO/IEC 14496-12, 4.3) identify a file as HEIC or HEIF, but not AVIF.
 * Without such a brand, a file can still contain AVIF (see `isAvif`).
 */
export function isHeic(head: Uint8Array): boolean {
  const brands = brandsOf(head);
  const [major = ''] = brands;
  if (avifBrands.includes(major)) return false;
  if (major === compactBrand) return hevcBrands.includes(text(head, 12));
  if (brands.some((brand) => hevcBrands.includes(brand))) return true;
  return containerBrands.includes(major) && !brands.some((brand) => avifBrands.includes(brand));
}

/** Signatures of a bare JPEG XL codestream and of its container (ISO/IEC 18181-2). */
const jxlSignatures = [
  [0xff, 0x0a],
  [0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a],
];

/** Returns whether a file is JPEG XL. */
export function isJxl(head: Uint8Array): boolean {
  return jxlSignatures.some((signature) => signature.every((byte, at) => head[at] === byte));
}

/**
 * Returns whether a JPEG XL file contains the data for restoring a JPEG: a `jbrd` box (ISO/IEC 18181-2), which can
 * follow the first part of the codestream (`jxlp`). Returns undefined if that box can follow after the given bytes.
 */
export function holdsJpeg(head: Uint8Array): boolean | undefined {
  if (head[0] === 0xff) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  let at = 0;
  while (at + 8 <= head.length) {
    const type = text(head, at + 4);
    if (type === 'jbrd') return true;
    if (type === 'jxlc') return false;
    const boxBytes = boxBytesAt(view, at);
    if (boxBytes === undefined) return false;
    at += boxBytes;
  }
  return undefined;
}

/** Returns the size of the box at a position, or undefined if the box extends to the end of the file or is invalid. */
export function boxBytesAt(view: DataView, at: number): number | undefined {
  const bytes = view.getUint32(at);
  // A size of 1 means that the actual size follows the type as a 64-bit number.
  const isLong = bytes === 1 && at + 16 <= view.byteLength;
  const boxBytes = isLong ? Number(view.getBigUint64(at + 8)) : bytes;
  return boxBytes >= (isLong ? 16 : 8) ? boxBytes : undefined;
}

/** Returns the major brand followed by the compatible ones. The version between them is skipped. */
function brandsOf(head: Uint8Array): string[] {
  if (head.length < 16 || text(head, 4) !== 'ftyp') return [];
  const boxBytes = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const end = Math.min(boxBytes, head.length, maxBrandBytes);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(text(head, at));
  return brands;
}

/** Maximum size of the brand list in bytes. Longer lists are not read. */
const maxBrandBytes = 1024;

/** Codecs other than HEVC that a HEIF container can contain: item type → common name. */
const foreignCodecs = {
  av01: 'AV1 (AVIF)',
  avc1: 'H.264',
  jpeg: 'JPEG',
  j2k1: 'JPEG 2000',
  unci: 'uncompressed',
  vvc1: 'H.266',
};

/**
 * Returns the name of the codec in a HEIF file if it is not HEVC. Returns undefined for HEVC, or if the first bytes do
 * not contain the whole item list.
 */
export function foreignCodecOf(head: Uint8Array): string | undefined {
  const list = itemListOf(head);
  if (!list) return undefined;
  let codec: string | undefined;
  for (let at = 0; at + 16 <= list.length; at += 1) {
    if (text(list, at) !== 'infe') continue;
    // Reads the type from an item entry (ISO/IEC 14496-12, 8.11.6): version and flags, an id of 2 or 4 bytes,
    // protection, type.
    const type = text(list, at + (list[at + 4] === 2 ? 12 : 14));
    if (type === 'hvc1' || type === 'hev1') return undefined;
    codec ??= (foreignCodecs as Partial<Record<string, string>>)[type];
  }
  return codec;
}

/** Returns the `iinf` box, which lists the items of a HEIF file, if the given bytes contain all of it. */
function itemListOf(head: Uint8Array): Uint8Array | undefined {
  const { buffer, byteOffset, byteLength } = head;
  const bytes = new DataView(buffer, byteOffset, byteLength);
  for (let at = 0; at + 8 <= byteLength; at += 1) {
    if (text(head, at + 4) !== 'iinf') continue;
    const endsAt = at + bytes.getUint32(at);
    return endsAt <= byteLength ? head.subarray(at, endsAt) : undefined;
  }
  return undefined;
}

function text(bytes: Uint8Array, at: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
