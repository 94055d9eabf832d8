import { constants, deflateRawSync } from 'node:zlib';

const blockBytes = 16 * 2 ** 20;
/** Modulus of the Adler-32 checksum. */
const sumModulus = 65_521;

/**
 * Returns a zlib stream that decompresses to the given number of zero bytes and is about a thousand times smaller. All
 * blocks are identical, so streams for gigabytes are created quickly.
 */
export function deflatedZeros(bytes: number): Buffer {
  const blocks = Math.floor(bytes / blockBytes);
  const block =
    blocks > 0
      ? deflateRawSync(Buffer.alloc(blockBytes), { finishFlush: constants.Z_FULL_FLUSH })
      : Buffer.alloc(0);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((bytes % sumModulus) * 65_536 + 1);
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array<Buffer>(blocks).fill(block),
    deflateRawSync(Buffer.alloc(bytes % blockBytes)),
    sum,
  ]);
}
