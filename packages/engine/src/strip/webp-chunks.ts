/** Flags in a VP8X chunk. */
export const exifFlag = 0x08;
export const xmpFlag = 0x04;
export const alphaFlag = 0x10;
export const profileFlag = 0x20;

/** A RIFF chunk. `data` excludes the padding byte. */
export type WebpChunk = { type: string; data: Buffer };

/** Returns all chunks of a WebP file, or undefined if a chunk extends beyond the end of the file. */
export function readFile(file: Uint8Array): WebpChunk[] | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 12) return undefined;
  return readChunks(bytes.subarray(12, 8 + bytes.readUInt32LE(4)));
}

export function fileOf(chunks: WebpChunk[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks.map(toBytes)]);
  return toBytes({ type: 'RIFF', data: body });
}

/** Maximum number of chunks, to prevent memory exhaustion by empty chunks. Animations have a few chunks per frame. */
const maxChunks = 100_000;

/** Returns all chunks in a RIFF body, or undefined if a chunk extends beyond the end of the body. */
export function readChunks(body: Buffer): WebpChunk[] | undefined {
  const chunks: WebpChunk[] = [];
  let at = 0;
  while (at + 8 <= body.length) {
    const endsAt = at + 8 + body.readUInt32LE(at + 4);
    if (endsAt > body.length) return undefined;
    chunks.push({ type: body.toString('latin1', at, at + 4), data: body.subarray(at + 8, endsAt) });
    at = endsAt + (endsAt % 2);
    if (chunks.length > maxChunks) return undefined;
  }
  return chunks;
}

export function toBytes({ type, data }: WebpChunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
