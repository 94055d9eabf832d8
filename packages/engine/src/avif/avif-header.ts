import type { FailureCode } from '@gossamer/contracts/errors';
import { BoxReader } from '../heic/boxes.ts';
import { primariesP3, readColors } from '../heic/colors.ts';
import { type Container, readContainer } from '../heic/container.ts';
import { codedPixels } from '../heic/parts.ts';

/** Types of items that are images rather than metadata. */
const imageTypes = ['av01', 'grid', 'iovl', 'iden'];
/** Transfer characteristics of PQ and HLG (ITU-T H.273, table 3). */
const hdrTransfers = [16, 18];
/** Types of the nested boxes in which the number of samples is found, outermost first (ISO/IEC 14496-12, 8). */
const pathToSamples = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz'];

/**
 * Returns why an AVIF is not accepted although it can be read. The reason is `multiple_images` for an animation or a
 * collection, of which libvips reads only one image.
 */
export function avifRefusal(file: Uint8Array): FailureCode | undefined {
  const isSequence = orElse(false, () => {
    const reader = new BoxReader(file);
    return mostSamples(reader, 0, reader.sizeBytes, pathToSamples) > 1;
  });
  const images = orElse(1, () => imageCount(readContainer(file)));
  return isSequence || images > 1 ? 'multiple_images' : undefined;
}

/** Returns the number of frames in the longest track between two offsets. */
function mostSamples(reader: BoxReader, start: number, end: number, path: string[]): number {
  const [wanted, ...rest] = path;
  let most = 0;
  for (const box of reader.boxes(start, end)) {
    if (box.type !== wanted) continue;
    // In the `stsz` box, the version, the flags and the common sample size precede the count.
    const count =
      rest.length === 0 ? reader.u32(box.start + 8) : mostSamples(reader, box.start, box.end, rest);
    most = Math.max(most, count);
  }
  return most;
}

/** Returns the number of images that viewers can show. Thumbnails, alpha channels and tiles do not count. */
function imageCount({ items, references }: Container): number {
  const parts = new Set(
    references.flatMap(({ type, from, to }) => {
      if (type === 'thmb' || type === 'auxl') return [from];
      return type === 'dimg' ? to : [];
    }),
  );
  return [...items.values()].filter(({ id, type }) => imageTypes.includes(type) && !parts.has(id)).length;
}

/** Returns the number of pixels to decode, including tiles and alpha; 0 if the container is malformed. */
export function avifCodedPixels(file: Uint8Array): number {
  return orElse(0, () => codedPixels(readContainer(file)));
}

/** Returns whether the primary image uses the transfer curve PQ or HLG. */
export function isHdrAvif(file: Uint8Array): boolean {
  return orElse(false, () => {
    const { reader, primary } = readContainer(file);
    return hdrTransfers.includes(readColors(reader, primary.properties).transfer ?? 0);
  });
}

/**
 * Returns whether the image is in Display P3 according to its color codes. Returns false if it has an ICC profile,
 * which takes precedence.
 */
export function isCodedInP3(file: Uint8Array): boolean {
  return orElse(false, () => {
    const { reader, primary } = readContainer(file);
    const { iccProfile, primaries, transfer } = readColors(reader, primary.properties);
    return !iccProfile && primaries === primariesP3 && !hdrTransfers.includes(transfer ?? 0);
  });
}

/**
 * Returns the result of `read`, or `fallback` if the container is malformed. The decoder later rejects a malformed file
 * with a specific error.
 */
function orElse<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
