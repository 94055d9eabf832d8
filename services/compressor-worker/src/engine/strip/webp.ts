import type { MetadataKind } from '@gossamer/contracts/engine-report';
import { orientationExif } from './orientation-exif.ts';

/** Chunks of the picture, of its colours and of an animation (RFC 9649, section 2). */
const keptTypes = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);
const keptInFrames = new Set(['VP8 ', 'VP8L', 'ALPH']);
const exifFlag = 0x08;
const xmpFlag = 0x04;
/** Position, size and duration stand before a frame's own chunks. */
const frameHeaderLength = 16;

/** A RIFF chunk; `data` without its padding. */
type Chunk = { type: string; data: Buffer };

/**
 * A WebP without EXIF, XMP, unknown chunks and trailing bytes; coded pixels untouched.
 * An orientation other than 1 stays as the only tag. Undefined where the chunks do not add up.
 */
export function stripWebp(file: Uint8Array, orientation: number): Buffer | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 12) return undefined;
  const chunks = readChunks(bytes.subarray(12, 8 + bytes.readUInt32LE(4)));
  const kept = chunks?.filter(({ type }) => keptTypes.has(type)).map(cleaned);
  if (!kept || kept.length === 0 || kept.includes(undefined)) return undefined;
  const clean = kept.filter((chunk) => chunk !== undefined);
  if (orientation !== 1 && !addExif(clean, orientation)) return undefined;
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...clean.map(toBytes)]);
  return toBytes({ type: 'RIFF', data: body });
}

/** Whatever follows the picture. */
export function webpExtras(file: Uint8Array): MetadataKind[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 12) return [];
  const riffBytes = 8 + bytes.readUInt32LE(4);
  return riffBytes + (riffBytes % 2) < bytes.length ? ['trailing-bytes'] : [];
}

/** An animation has a few for each frame. Floods of empty ones would fill the memory. */
const maxChunks = 100_000;

/** All chunks of a RIFF body; undefined where one runs past its end. */
function readChunks(body: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
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

/** A chunk without what hides inside it; undefined where it is malformed. */
function cleaned(chunk: Chunk): Chunk | undefined {
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

function withoutMetadataFlags({ type, data }: Chunk): Chunk | undefined {
  if (data.length < 10) return undefined;
  const flags = data.readUInt8(0) & ~(exifFlag | xmpFlag);
  return { type, data: Buffer.concat([Buffer.from([flags]), data.subarray(1)]) };
}

/** Puts the orientation at the end, announced by VP8X; false where there is no VP8X to announce it. */
function addExif(chunks: Chunk[], orientation: number): boolean {
  const [first] = chunks;
  if (first?.type !== 'VP8X') return false;
  first.data.writeUInt8(first.data.readUInt8(0) | exifFlag, 0);
  chunks.push({ type: 'EXIF', data: orientationExif(orientation) });
  return true;
}

function toBytes({ type, data }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
