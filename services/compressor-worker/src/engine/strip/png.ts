import { crc32 } from 'node:zlib';
import type { MetadataKind } from '@gossamer/contracts/engine-report';
import { orientationExif } from './orientation-exif.ts';

const signatureLength = 8;
/** Chunks that the picture needs, those of its colours, and those of an animation (PNG, third edition). */
const keptTypes = new Set([
  ...['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'],
  ...['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI'],
  ...['acTL', 'fcTL', 'fdAT'],
]);

type Chunk = { type: string; bytes: Buffer };

/**
 * A PNG without text, times, EXIF, private chunks and trailing bytes; coded pixels untouched.
 * An orientation other than 1 is kept in a new eXIf chunk. Undefined where the chunks do not add up.
 */
export function stripPng(file: Uint8Array, orientation: number): Buffer | undefined {
  const chunks = readChunks(file);
  if (chunks?.[0]?.type !== 'IHDR') return undefined;
  const kept = chunks.filter(({ type }) => keptTypes.has(type)).map(({ bytes }) => bytes);
  // eXIf may stand anywhere before IDAT; after IHDR is before all of them.
  if (orientation !== 1) kept.splice(1, 0, exifChunk(orientation));
  return Buffer.concat([file.subarray(0, signatureLength), ...kept]);
}

/** Whether the file announces an animation before its first pixels. */
export function isAnimatedPng(file: Uint8Array): boolean {
  const chunks = readChunks(file) ?? [];
  const control = chunks.findIndex(({ type }) => type === 'acTL');
  return control !== -1 && control < chunks.findIndex(({ type }) => type === 'IDAT');
}

/** Text, and whatever follows the picture. */
export function pngExtras(file: Uint8Array): MetadataKind[] {
  const chunks = readChunks(file);
  if (!chunks) return [];
  const extras: MetadataKind[] = [];
  const sizeBytes = chunks.reduce((sum, { bytes }) => sum + bytes.length, signatureLength);
  if (chunks.some(({ type }) => ['tEXt', 'zTXt', 'iTXt'].includes(type))) extras.push('comment');
  if (sizeBytes < file.length) extras.push('trailing-bytes');
  return extras;
}

/** Transfer curves PQ and HLG (ITU-T H.273, table 3) in a cICP chunk: primaries, transfer, matrix, range. */
const hdrTransfers = [16, 18];

export function isHdrPng(file: Uint8Array): boolean {
  const codes = readChunks(file)?.find(({ type }) => type === 'cICP');
  return hdrTransfers.includes(codes?.bytes[9] ?? 0);
}

/** Encoders cut pixels into chunks of 8 KB and more. Floods of empty ones would fill the memory. */
const maxChunks = 200_000;

/** All chunks up to IEND; undefined where one runs past the end of the file or IEND is missing. */
function readChunks(file: Uint8Array): Chunk[] | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const chunks: Chunk[] = [];
  let at = signatureLength;
  while (at + 12 <= bytes.length) {
    const endsAt = at + 12 + bytes.readUInt32BE(at);
    if (endsAt > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, bytes: bytes.subarray(at, endsAt) });
    if (type === 'IEND') return chunks;
    if (chunks.length > maxChunks) return undefined;
    at = endsAt;
  }
  return undefined;
}

function exifChunk(orientation: number): Buffer {
  const data = orientationExif(orientation);
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('eXIf', 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
