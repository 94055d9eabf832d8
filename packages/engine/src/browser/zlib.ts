import { unzlibSync, zlibSync } from 'fflate';

/** Functions of `node:zlib` that the engine uses, for browsers. */

export function deflateSync(data: Uint8Array, { level }: { level: 9 }): Buffer {
  return Buffer.from(zlibSync(data, { level }));
}

/** @throws Error if the data is invalid or longer than `maxOutputLength` */
export function inflateSync(data: Uint8Array, { maxOutputLength }: { maxOutputLength: number }): Buffer {
  // fflate fills the given array and then stops. One byte more than allowed shows that the data is too long.
  const out = unzlibSync(data, { out: new Uint8Array(maxOutputLength + 1) });
  if (out.length > maxOutputLength) throw new RangeError('the decompressed data is too long');
  return Buffer.from(out);
}

/** CRC-32 of PNG chunks (PNG, third edition, annex D), with its table of one entry per byte value. */
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
