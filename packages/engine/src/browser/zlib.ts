import { unzlibSync, zlibSync } from 'fflate';

/** Browser versions of the functions of `node:zlib` that the engine uses. */

export function deflateSync(data: Uint8Array, { level }: { level: 9 }): Buffer {
  return Buffer.from(zlibSync(data, { level }));
}

/**
 * Decompresses a zlib stream.
 * @throws Error if the data is invalid or decompresses to more than `maxOutputLength` bytes
 */
export function inflateSync(data: Uint8Array, { maxOutputLength }: { maxOutputLength: number }): Buffer {
  // fflate stops when the given array is full. The array has one extra byte to detect data that is too long.
  const out = unzlibSync(data, { out: new Uint8Array(maxOutputLength + 1) });
  if (out.length > maxOutputLength) throw new RangeError('the decompressed data is too long');
  return Buffer.from(out);
}

/**
 * Returns the CRC-32 checksum of a PNG chunk, using a table with one entry per byte value (PNG, third edition, annex
 * D).
 */
export function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const table = Uint32Array.from({ length: 256 }, (_, value) => {
  let entry = value;
  for (let bit = 0; bit < 8; bit++) entry = entry & 1 ? 0xedb88320 ^ (entry >>> 1) : entry >>> 1;
  return entry;
});
