import type { MetadataKind } from '@gossamer/contracts/engine-report';
import { exifFlag, fileOf, readChunks, readFile, toBytes, type WebpChunk, xmpFlag } from './webp-chunks.ts';

/** Types of chunks to keep: those for the image, its colors and its animation (RFC 9649, section 2). */
const keptTypes = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);
const keptInFrames = new Set(['VP8 ', 'VP8L', 'ALPH']);
/** Number of bytes for the position, size and duration of a frame, which precede the chunks of the frame. */
const frameHeaderLength = 16;

/**
 * Removes EXIF, XMP, unknown chunks and trailing bytes from a WebP. Coded pixels are unchanged. Returns undefined if
 * the chunks are malformed.
 */
export function stripWebp(file: Uint8Array): Buffer | undefined {
  const kept = readFile(file)
    ?.filter(({ type }) => keptTypes.has(type))
    .map(cleaned);
  if (!kept || kept.length === 0 || kept.includes(undefined)) return undefined;
  return fileOf(kept.filter((chunk) => chunk !== undefined));
}

/** Returns a metadata type for data after the end of the image, if the file contains such data. */
export function webpExtras(file: Uint8Array): MetadataKind[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 12) return [];
  const riffBytes = 8 + bytes.readUInt32LE(4);
  return riffBytes + (riffBytes % 2) < bytes.length ? ['trailing-bytes'] : [];
}

/** Returns a chunk without nested metadata, or undefined if the chunk is malformed. */
function cleaned(chunk: WebpChunk): WebpChunk | undefined {
  if (chunk.type === 'VP8X') return withoutMetadataFlags(chunk);
  if (chunk.type !== 'ANMF') return chunk;
  const inner = readChunks(chunk.data.subarray(frameHeaderLength))?.filter(({ type }) =>
    keptInFrames.has(type),
  );
  if (!inner || inner.length === 0) return undefined;
  return {
    type: 'ANMF',
    data: Buffer.concat([chunk.data.subarray(0, frameHeaderLength), ...inner.map(toBytes)]),
  };
}

function withoutMetadataFlags({ type, data }: WebpChunk): WebpChunk | undefined {
  if (data.length < 10) return undefined;
  const flags = data.readUInt8(0) & ~(exifFlag | xmpFlag);
  return { type, data: Buffer.concat([Buffer.from([flags]), data.subarray(1)]) };
}
