import { crc32 } from '#zlib';

export const signatureLength = 8;

/** A PNG chunk. `bytes` is the whole chunk; `data` excludes the length, type and checksum. */
export type Chunk = { type: string; bytes: Buffer; data: Buffer };

/**
 * Maximum number of chunks, to prevent memory exhaustion by empty chunks. Encoders write pixels in chunks of at least 8
 * KB.
 */
const maxChunks = 200_000;

/** Returns all chunks up to IEND, or undefined if a chunk extends beyond the end of the file or IEND is missing. */
export function readChunks(file: Uint8Array): Chunk[] | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const chunks: Chunk[] = [];
  let at = signatureLength;
  while (at + 12 <= bytes.length) {
    const endsAt = at + 12 + bytes.readUInt32BE(at);
    if (endsAt > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, bytes: bytes.subarray(at, endsAt), data: bytes.subarray(at + 8, endsAt - 4) });
    if (type === 'IEND') return chunks;
    if (chunks.length > maxChunks) return undefined;
    at = endsAt;
  }
  return undefined;
}

/**
 * Returns the PNG file with the header chunk moved to the beginning. Some tools write another chunk before it, which
 * the standard forbids. Returns undefined if the header chunk is already first.
 */
export function withHeaderFirst(file: Uint8Array): Buffer | undefined {
  const chunks = readChunks(file);
  const header = chunks?.find(({ type }) => type === 'IHDR');
  if (!chunks || !header || chunks[0] === header) return undefined;
  const others = chunks.filter((chunk) => chunk !== header).map(({ bytes }) => bytes);
  return Buffer.concat([file.subarray(0, signatureLength), header.bytes, ...others]);
}

/** Returns a PNG chunk with the given type and data, including its length and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
