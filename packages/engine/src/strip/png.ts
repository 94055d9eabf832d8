import type { MetadataKind } from '@gossamer/contracts/engine-report';
import { readChunks, signatureLength } from './png-chunks.ts';

/** Types of chunks to keep: those for the image, its colors and its animation (PNG, third edition). */
const keptTypes = new Set([
  ...['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'],
  ...['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI'],
  ...['acTL', 'fcTL', 'fdAT'],
]);

/**
 * Removes text, times, EXIF, private chunks and trailing bytes from a PNG. Coded pixels are unchanged. Returns
 * undefined if the chunks are malformed.
 */
export function stripPng(file: Uint8Array): Buffer | undefined {
  const chunks = readChunks(file);
  if (chunks?.[0]?.type !== 'IHDR') return undefined;
  const kept = chunks.filter(({ type }) => keptTypes.has(type)).map(({ bytes }) => bytes);
  return Buffer.concat([file.subarray(0, signatureLength), ...kept]);
}

/** Returns whether the file declares an animation before its first pixel data. */
export function isAnimatedPng(file: Uint8Array): boolean {
  const chunks = readChunks(file) ?? [];
  const control = chunks.findIndex(({ type }) => type === 'acTL');
  return control !== -1 && control < chunks.findIndex(({ type }) => type === 'IDAT');
}

/** Returns the types of metadata in text chunks and after the end of the image. */
export function pngExtras(file: Uint8Array): MetadataKind[] {
  const chunks = readChunks(file);
  if (!chunks) return [];
  const extras: MetadataKind[] = [];
  const sizeBytes = chunks.reduce((sum, { bytes }) => sum + bytes.length, signatureLength);
  if (chunks.some(({ type }) => ['tEXt', 'zTXt', 'iTXt'].includes(type))) extras.push('comment');
  if (sizeBytes < file.length) extras.push('trailing-bytes');
  return extras;
}

/**
 * Transfer characteristics codes of PQ and HLG (ITU-T H.273, table 3). A cICP chunk contains primaries, transfer,
 * matrix and range.
 */
const hdrTransfers = [16, 18];

export function isHdrPng(file: Uint8Array): boolean {
  const codes = readChunks(file)?.find(({ type }) => type === 'cICP');
  return hdrTransfers.includes(codes?.data[1] ?? 0);
}
