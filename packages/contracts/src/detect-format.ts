import type { InputFormat } from './formats.ts';

/** As many bytes from the beginning of a file as detection looks at: HEIF lists what is inside in boxes of this size. */
export const headBytes = 4_096;

/** Brands of images and sequences coded with HEVC: ISO/IEC 23008-12, annex B.4. */
const hevcBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
/** Brands that name the container only. What the coding is, the header tells. */
const containerBrands = ['mif1', 'mif2', 'msf1', 'miaf'];
/** The compact form of the container, whose minor version is a brand: ISO/IEC 23008-12, annex O. */
const compactBrand = 'mif3';
const avifBrands = ['avif', 'avis'];

/**
 * Returns the format of a file by its first bytes, never by its name; undefined where it is none that Gossamer reads.
 * A format is no promise that the file is intact, nor that a HEIF container holds HEVC.
 */
export function detectFormat(head: Uint8Array): InputFormat | undefined {
  // Whatever stands between the start and the first marker is for the decoder to skip.
  if (head[0] === 0xff && head[1] === 0xd8) return 'jpeg';
  // Half of the signature: the other half tells of damage in transfer, which the decoder reports.
  if (head[0] === 0x89 && text(head, 1) === 'PNG\r') return 'png';
  if (head[0] === 0x89 && text(head, 1) === 'PNG\n') return 'png';
  if (text(head, 0) === 'RIFF' && text(head, 8) === 'WEBP') return 'webp';
  return isHeic(head) ? 'heic' : undefined;
}

/** Whether the brands in the `ftyp` box (ISO/IEC 14496-12, 4.3) call the file HEIC or HEIF, but not AVIF. */
export function isHeic(head: Uint8Array): boolean {
  const brands = brandsOf(head);
  const [major = ''] = brands;
  if (avifBrands.includes(major)) return false;
  if (major === compactBrand) return hevcBrands.includes(text(head, 12));
  if (brands.some((brand) => hevcBrands.includes(brand))) return true;
  return containerBrands.includes(major) && !brands.some((brand) => avifBrands.includes(brand));
}

/** The major brand, then the compatible ones; the version lies between. */
function brandsOf(head: Uint8Array): string[] {
  if (head.length < 16 || text(head, 4) !== 'ftyp') return [];
  const boxBytes = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const end = Math.min(boxBytes, head.length, maxBrandBytes);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(text(head, at));
  return brands;
}

/** No sane file lists more brands. */
const maxBrandBytes = 1024;

/** Codings that a HEIF container can hold besides HEVC, by the type of their items, under the names that people know. */
const foreignCodecs: Record<string, string> = {
  av01: 'AV1 (AVIF)',
  avc1: 'H.264',
  jpeg: 'JPEG',
  j2k1: 'JPEG 2000',
  unci: 'uncompressed',
  vvc1: 'H.266',
};

/**
 * Returns the name of the coding inside a HEIF file where it is another than HEVC; undefined where it is HEVC, or where
 * the first bytes do not hold the whole list of items.
 */
export function foreignCodecOf(head: Uint8Array): string | undefined {
  const list = itemListOf(head);
  if (!list) return undefined;
  let codec: string | undefined;
  for (let at = 0; at + 16 <= list.length; at += 1) {
    if (text(list, at) !== 'infe') continue;
    // An item's entry (ISO/IEC 14496-12, 8.11.6): version and flags, its id of 2 or 4 bytes, protection, type.
    const type = text(list, at + (list[at + 4] === 2 ? 12 : 14));
    if (type === 'hvc1' || type === 'hev1') return undefined;
    codec ??= foreignCodecs[type];
  }
  return codec;
}

/** The `iinf` box, if it ends within the bytes. */
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

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
