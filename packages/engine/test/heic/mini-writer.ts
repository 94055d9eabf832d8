import { box } from '../../src/heic/write-heic.ts';
import type { Coded } from './heic-writer.ts';

/** Fields of a `mini` box (ISO/IEC 23008-12, annex O). Undefined fields are omitted. */
export type MiniFields = {
  main: Coded;
  /** EXIF orientation, from 1 to 8. */
  orientation?: number;
  alpha?: Coded;
  isAlphaPremultiplied?: boolean;
  /** Codes of the color primaries, the transfer function and the matrix. */
  codes?: [number, number, number];
  icc?: Buffer;
  exif?: Buffer;
  xmp?: Buffer;
  /** Whether to write light levels and all other HDR properties. Their values are irrelevant. */
  isHdr?: boolean;
  gainMap?: Buffer;
  bitDepth?: number;
  version?: number;
  /** Item type and configuration type, if they differ from those implied by the brand. */
  codecTypes?: string;
};

const configOf = ({ config }: Coded) => config.subarray(8);

/** Returns a file with the brand `mif3`. Its image has 4:2:0 chroma and full range. */
export function writeMini(fields: MiniFields): Buffer {
  const bits = new Bits();
  putShape(bits, fields);
  putSizes(bits, fields);
  return Buffer.concat([
    box('ftyp', Buffer.from('mif3heic')),
    box('mini', bits.toBytes(), ...chunksOf(fields)),
  ]);
}

const hasHdr = ({ isHdr = false, gainMap }: MiniFields) => isHdr || gainMap !== undefined;

function putShape(bits: Bits, fields: MiniFields): void {
  const { main, alpha, codes, icc, exif, xmp, codecTypes, version = 0, bitDepth = 8 } = fields;
  bits.put(2, version).putFlags(codecTypes, false, true, alpha, codes, hasHdr(fields), icc, exif, xmp);
  bits.put(2, 1).put(3, (fields.orientation ?? 1) - 1);
  const sideBits = Math.max(main.widthPx, main.heightPx) > 128 ? 15 : 7;
  bits.putFlags(sideBits === 15).put(sideBits, main.widthPx - 1, main.heightPx - 1);
  // The flags for the chroma position precede the flag for the bit depth.
  bits.putFlags(false, false, bitDepth > 8);
  if (bitDepth > 8) bits.put(3, bitDepth - 9);
  if (alpha) bits.putFlags(fields.isAlphaPremultiplied);
  bits.put(8, ...(codes ?? [])).put(8, ...Buffer.from(codecTypes ?? ''));
  if (hasHdr(fields)) putHdr(bits, sideBits, fields.gainMap !== undefined);
}

/** Writes the sizes of all sections, using the long form of each size field. */
function putSizes(bits: Bits, { main, alpha, icc, exif, xmp, gainMap }: MiniFields): void {
  if (icc || exif || xmp || gainMap) bits.putFlags(true);
  bits.putFlags(true, true);
  if (icc) bits.put(20, icc.length - 1);
  if (gainMap)
    bits
      .put(20, 8 - 1, 4)
      .put(28, gainMap.length)
      .put(12, 5);
  bits.put(12, configOf(main).length).put(28, main.data.length - 1);
  if (alpha) bits.put(28, alpha.data.length).put(12, configOf(alpha).length);
  if (exif || xmp) bits.putFlags(false);
  for (const metadata of [exif, xmp]) if (metadata) bits.put(20, metadata.length - 1);
}

function chunksOf({ main, alpha, icc, exif, xmp, gainMap }: MiniFields): Buffer[] {
  return [
    configOf(main),
    alpha && configOf(alpha),
    gainMap && Buffer.alloc(5, 1),
    icc,
    gainMap && Buffer.alloc(8 + 4, 2),
    alpha?.data,
    gainMap,
    main.data,
    exif,
    xmp,
  ].filter((chunk) => chunk !== undefined);
}

function putHdr(bits: Bits, sideBits: number, hasGainMap: boolean): void {
  bits.put(1, Number(hasGainMap));
  // The gain map has its own size, matrix and range, 4:2:0 chroma with positions, 10 bits, an ICC profile and color
  // codes.
  if (hasGainMap) {
    bits.put(1, 0).put(sideBits, 15, 15).put(8, 6).put(1, 1).put(2, 1).put(1, 0, 0, 0, 1).put(3, 1);
    bits.put(1, 1, 1).put(8, 9, 16, 9).put(1, 1);
  }
  putHdrProperties(bits);
  if (hasGainMap) putHdrProperties(bits);
}

/** Writes all six HDR properties. `cclv` contains primaries and two of three luminances. */
function putHdrProperties(bits: Bits): void {
  bits.put(1, 1, 1, 1, 1, 1, 1).put(16, 1_000, 400);
  bits.put(16, ...Array(8).fill(30_000)).put(32, 10_000_000, 50);
  bits
    .put(2, 0)
    .put(1, 1, 1, 1, 0)
    .put(2, 0)
    .put(32, ...Array(6).fill(15_000), 10, 20);
  bits.put(32, 3_140_000).put(16, 15_635, 16_450);
  bits.put(32, 7).put(16, 1, 2).put(32, 8).put(16, 3, 4);
  bits.put(32, 2_030_000);
}

class Bits {
  #text = '';

  put(count: number, ...values: number[]): this {
    for (const value of values) this.#text += value.toString(2).padStart(count, '0');
    return this;
  }

  putFlags(...values: unknown[]): this {
    return this.put(1, ...values.map((value) => Number(Boolean(value))));
  }

  toBytes(): Buffer {
    const bytes = this.#text.match(/.{1,8}/g) ?? [];
    return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
  }
}
