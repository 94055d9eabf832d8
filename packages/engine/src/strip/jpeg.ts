import type { MetadataKind } from '@gossamer/contracts/engine-report';
import { markers, readSegments, type Segment } from './jpeg-segments.ts';

/**
 * Removes private metadata, thumbnails, additional images and trailing bytes from a JPEG. Coded pixels, the ICC profile
 * and Adobe's color transform are unchanged, and the JFIF header remains. Returns undefined if the file violates ITU-T
 * T.81, annex B.
 */
export function stripJpeg(file: Uint8Array): Buffer | undefined {
  const segments = readSegments(file);
  return segments?.some(({ marker }) => marker === markers.startOfScan) ? joinSegments(segments) : undefined;
}

/** Returns a JPEG with the given segments, except private metadata and thumbnails. */
export function joinSegments(segments: Segment[]): Buffer {
  const jfif = segments.flatMap(withoutThumbnail).slice(0, 1);
  return Buffer.concat([
    Buffer.from([0xff, markers.startOfImage]),
    ...jfif,
    ...segments.filter(isKept).map(({ bytes }) => bytes),
    Buffer.from([0xff, markers.endOfImage]),
  ]);
}

function isKept({ marker, payload }: Segment): boolean {
  if (marker === markers.app2) return payload.toString('latin1', 0, 12) === 'ICC_PROFILE\0';
  if (marker === markers.app14) return payload.toString('latin1', 0, 5) === 'Adobe';
  const isApplications = marker >= markers.app0 && marker <= markers.app15;
  return !isApplications && marker !== markers.comment;
}

/** Returns a JFIF header of 14 bytes with a thumbnail size of zero. Removes all other APP0 segments. */
function withoutThumbnail({ marker, payload }: Segment): Buffer[] {
  const isJfif = marker === markers.app0 && payload.toString('latin1', 0, 5) === 'JFIF\0';
  if (!isJfif || payload.length < 14) return [];
  return [Buffer.from([0xff, marker, 0, 16, ...payload.subarray(0, 12), 0, 0])];
}

/**
 * Returns the types of metadata in comments, JFIF thumbnails and data after the image, such as further images.
 * `gainMapEnd` is the end of the image's gain map, which is not metadata.
 */
export function jpegExtras(file: Uint8Array, gainMapEnd?: number): MetadataKind[] {
  const segments = readSegments(file);
  if (!segments) return [];
  const extras: MetadataKind[] = [];
  const sizeBytes = gainMapEnd ?? segments.reduce((sum, { bytes }) => sum + bytes.length, 4);
  if (segments.some(({ marker }) => marker === markers.comment)) extras.push('comment');
  if (segments.some(hasThumbnail)) extras.push('thumbnail');
  if (sizeBytes < file.length) extras.push('trailing-bytes');
  return extras;
}

/** Returns whether the segment contains a thumbnail, either in the JFIF header or in a JFIF extension. */
function hasThumbnail({ marker, payload }: Segment): boolean {
  if (marker !== markers.app0) return false;
  const name = payload.toString('latin1', 0, 5);
  return name === 'JFXX\0' || (name === 'JFIF\0' && payload.length > 14);
}
