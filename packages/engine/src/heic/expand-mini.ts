import { EngineError } from '../errors.ts';
import { BoxReader } from './boxes.ts';
import { box, codes, extents, mirrored, profile, turned, type WrittenItem, writeHeic } from './write-heic.ts';

/**
 * Converts a HEIC file with the compact `mini` box (ISO/IEC 23008-12, annex O) to an ordinary HEIC file. Returns
 * undefined if the file has no `mini` box. Coded pixels are unchanged. The gain map is omitted, because it is ignored
 * in ordinary files, too.
 * @throws EngineError `corrupt_image` if the box is malformed, `unsupported_format` if it is not version 0 with HEVC
 */
export function expandMini(file: Uint8Array): Buffer | undefined {
  const reader = new BoxReader(file);
  if (file.length < 16 || reader.type(4) !== 'ftyp' || reader.type(8) !== compactBrand) return undefined;
  try {
    for (const { type, start, end } of reader.boxes(0, reader.sizeBytes)) {
      if (type === 'mini') return expand(reader.bytes(start, end));
    }
  } catch (cause) {
    throw cause instanceof RangeError ? new EngineError('corrupt_image', { cause }) : cause;
  }
  return undefined;
}

const compactBrand = 'mif3';

function expand(payload: Buffer): Buffer {
  const bits = new BitReader(payload);
  const header = readHeader(bits);
  const chunks = readChunks(bits, header);
  const { config, icc, alpha, main, exif, xmp } = chunks;
  const alphaConfig = chunks.alphaConfig.length > 0 ? chunks.alphaConfig : config;
  const shape = [extents(header.widthPx, header.heightPx), ...(transformsOf[header.orientation - 1] ?? [])];
  const [primaries = 2, transfer = 2, matrix = 2] = header.codes;
  const colors = [
    codes(primaries, transfer, matrix, header.isFullRange),
    ...(icc.length > 0 ? [profile(icc)] : []),
  ];
  const items: WrittenItem[] = [
    { id: 1, type: 'hvc1', data: main, properties: [box('hvcC', config), ...colors, ...shape] },
  ];
  const references = [];
  if (alpha.length > 0) {
    const properties = [box('hvcC', alphaConfig), alphaProperty, ...shape];
    items.push({ id: 2, type: 'hvc1', data: alpha, properties, isHidden: true });
    references.push({ type: 'auxl', from: 2, to: [1] });
    if (header.isAlphaPremultiplied) references.push({ type: 'prem', from: 1, to: [2] });
  }
  if (exif.length > 0) items.push({ id: 3, type: 'Exif', data: exif, isHidden: true });
  if (xmp.length > 0)
    items.push({ id: 4, type: 'mime', data: xmp, isHidden: true, contentType: 'application/rdf+xml' });
  for (const { id, type } of items) if (type !== 'hvc1') references.push({ type: 'cdsc', from: id, to: [1] });
  return writeHeic({ brands: ['heic', 'mif1', 'heic'], primaryId: 1, items, references });
}

const alphaProperty = box('auxC', [0, 0, 0, 0], Buffer.from('urn:mpeg:hevc:2015:auxid:1\0', 'latin1'));

/** Transforms for EXIF orientations 1 to 8: rotations first, then mirrors. */
const transformsOf = [
  [],
  [mirrored(1)],
  [turned(2)],
  [mirrored(0)],
  [turned(3), mirrored(1)],
  [turned(3)],
  [turned(3), mirrored(0)],
  [turned(1)],
];

type MiniHeader = {
  widthPx: number;
  heightPx: number;
  /** EXIF orientation, 1 to 8. */
  orientation: number;
  isFullRange: boolean;
  hasAlpha: boolean;
  isAlphaPremultiplied: boolean;
  /** Color primaries, transfer and matrix codes from ITU-T H.273. */
  codes: number[];
  hasIcc: boolean;
  hasExif: boolean;
  hasXmp: boolean;
  hasGainMap: boolean;
  hasGainMapIcc: boolean;
};

const chroma = { none: 0, halvedBoth: 1, halvedColumns: 2 };

function readHeader(bits: BitReader): MiniHeader {
  if (bits.read(2) !== 0) throw new EngineError('unsupported_format');
  const hasCodecTypes = bits.flag();
  const isFloat = bits.flag();
  const isFullRange = bits.flag();
  const hasAlpha = bits.flag();
  const hasCodes = bits.flag();
  const isHdr = bits.flag();
  const [hasIcc, hasExif, hasXmp] = [bits.flag(), bits.flag(), bits.flag()];
  const subsampling = bits.read(2);
  const orientation = bits.read(3) + 1;
  const sideBits = bits.flag() ? 15 : 7;
  const [widthPx, heightPx] = [bits.read(sideBits) + 1, bits.read(sideBits) + 1];
  skipSampleFormat(bits, subsampling, isFloat);
  const isAlphaPremultiplied = hasAlpha && bits.flag();
  const codes = hasCodes ? [bits.read(8), bits.read(8), bits.read(8)] : defaultCodes(hasIcc, subsampling);
  if (hasCodecTypes && (bits.text() !== 'hvc1' || bits.text() !== 'hvcC'))
    throw new EngineError('unsupported_format');
  const gainMap = isHdr ? skipHdr(bits, sideBits) : { hasGainMap: false, hasGainMapIcc: false };
  const facts = { widthPx, heightPx, orientation, isFullRange, hasAlpha, isAlphaPremultiplied, codes };
  return { ...facts, hasIcc, hasExif, hasXmp, ...gainMap };
}

/** Returns unspecified color codes if the file has an ICC profile, otherwise the codes of sRGB. */
function defaultCodes(hasIcc: boolean, subsampling: number): number[] {
  return [hasIcc ? 2 : 1, hasIcc ? 2 : 13, subsampling === chroma.none ? 2 : 6];
}

/** Skips chroma positions and bit depth, because the coded image data also contains them. */
function skipSampleFormat(bits: BitReader, subsampling: number, isFloat: boolean): void {
  if (subsampling === chroma.halvedBoth) bits.skip(2);
  if (subsampling === chroma.halvedColumns) bits.skip(1);
  if (isFloat) bits.skip(2);
  else if (bits.flag()) bits.skip(3);
}

function skipHdr(bits: BitReader, sideBits: number) {
  const hasGainMap = bits.flag();
  const hasGainMapIcc = hasGainMap && skipGainMap(bits, sideBits);
  skipHdrProperties(bits);
  if (hasGainMap) skipHdrProperties(bits);
  return { hasGainMap, hasGainMapIcc };
}

/** Skips the description of the gain map. Returns whether the tone-mapped image has an ICC profile. */
function skipGainMap(bits: BitReader, sideBits: number): boolean {
  const hasMainSize = bits.flag();
  if (!hasMainSize) bits.skip(2 * sideBits);
  // Skip the matrix and range of the gain map.
  bits.skip(8 + 1);
  const subsampling = bits.read(2);
  // In a gain map, the chroma positions precede the sample type.
  if (subsampling === chroma.halvedBoth) bits.skip(2);
  if (subsampling === chroma.halvedColumns) bits.skip(1);
  const isFloat = bits.flag();
  if (isFloat) bits.skip(2);
  else if (bits.flag()) bits.skip(3);
  const hasIcc = bits.flag();
  const hasCodes = bits.flag();
  if (hasCodes) bits.skip(3 * 8 + 1);
  return hasIcc;
}

/** Skips the HDR properties `clli`, `mdcv`, `cclv`, `amve`, `reve` and `ndwt` (light, mastering, environments). */
function skipHdrProperties(bits: BitReader): void {
  const [clli, mdcv, cclv, amve, reve, ndwt] = Array.from({ length: 6 }, () => bits.flag());
  if (clli) bits.skip(2 * 16);
  if (mdcv) bits.skip(8 * 16 + 2 * 32);
  if (cclv) {
    bits.skip(2);
    const [primaries, ...luminances] = Array.from({ length: 4 }, () => bits.flag());
    bits.skip(2);
    if (primaries) bits.skip(6 * 32);
    bits.skip(32 * luminances.filter(Boolean).length);
  }
  if (amve) bits.skip(32 + 2 * 16);
  if (reve) bits.skip(2 * (32 + 2 * 16));
  if (ndwt) bits.skip(32);
}

/** Reads the sizes of all chunks, then the chunks. Absent chunks are returned as empty. */
function readChunks(bits: BitReader, header: MiniHeader) {
  const { hasAlpha, hasIcc, hasExif, hasXmp, hasGainMap, hasGainMapIcc } = header;
  const metadataBits = (hasIcc || hasExif || hasXmp || hasGainMap) && bits.flag() ? 20 : 10;
  const configBits = bits.flag() ? 12 : 3;
  const dataBits = bits.flag() ? 28 : 15;
  const size = (isThere: boolean, width: number, least = 0) => (isThere ? bits.read(width) + least : 0);
  const icc = size(hasIcc, metadataBits, 1);
  const gainMapIcc = size(hasGainMapIcc, metadataBits, 1);
  const gainMapMetadata = size(hasGainMap, metadataBits);
  const gainMap = size(hasGainMap, dataBits);
  const gainMapConfig = size(gainMap > 0, configBits);
  const config = bits.read(configBits);
  const main = bits.read(dataBits) + 1;
  const alpha = size(hasAlpha, dataBits);
  const alphaConfig = size(alpha > 0, configBits);
  const isDeflated = (hasExif || hasXmp) && bits.flag();
  const exif = size(hasExif, metadataBits, 1);
  const xmp = size(hasXmp, metadataBits, 1);
  bits.align();
  const chunks = {
    config: bits.bytes(config),
    alphaConfig: bits.bytes(alphaConfig),
    gainMapConfig: bits.bytes(gainMapConfig),
    icc: bits.bytes(icc),
    gainMapIcc: bits.bytes(gainMapIcc),
    gainMapMetadata: bits.bytes(gainMapMetadata),
    alpha: bits.bytes(alpha),
    gainMap: bits.bytes(gainMap),
    main: bits.bytes(main),
    exif: bits.bytes(exif),
    xmp: bits.bytes(xmp),
  };
  // Ignore compressed metadata, because it is never part of a result.
  return isDeflated ? { ...chunks, exif: nothing, xmp: nothing } : chunks;
}

const nothing = Buffer.alloc(0);

/** Reads numbers of up to 32 bits, most significant bit first. Throws a RangeError when reading beyond the box. */
class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit++, this.#at++) {
      value = value * 2 + ((this.#bytes.readUInt8(this.#at >> 3) >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  flag(): boolean {
    return this.read(1) === 1;
  }

  /** Reads a four-character code. */
  text(): string {
    return String.fromCharCode(this.read(8), this.read(8), this.read(8), this.read(8));
  }

  skip(count: number): void {
    this.#at += count;
  }

  /** Moves to the next byte boundary. */
  align(): void {
    this.#at = Math.ceil(this.#at / 8) * 8;
  }

  /** Returns whole bytes as a view, without copying them. */
  bytes(count: number): Buffer {
    const start = this.#at / 8;
    if (start + count > this.#bytes.length) throw new RangeError('invalid HEIC: chunk exceeds the mini box');
    this.skip(count * 8);
    return this.#bytes.subarray(start, start + count);
  }
}
