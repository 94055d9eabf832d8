/** Marker codes from ITU-T T.81 (annex B), JFIF and Adobe. */
export const markers = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  quantisationTables: 0xdb,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
} as const;

/**
 * A JPEG segment. `bytes` is the whole segment including its marker. After a start-of-scan marker, it also includes the
 * entropy-coded data.
 */
export type Segment = { marker: number; bytes: Buffer; payload: Buffer };

/**
 * Maximum number of segments, to prevent memory exhaustion by empty segments. Typical files have dozens of segments, or
 * hundreds if they have many scans.
 */
const maxSegments = 65_536;

/** Returns all segments of the first image in a JPEG file, or undefined if the file is malformed. */
export function readSegments(file: Uint8Array): Segment[] | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes[0] !== 0xff || bytes[1] !== markers.startOfImage) return undefined;
  const segments: Segment[] = [];
  let at = 2;
  for (;;) {
    const markerAt = findMarker(bytes, at);
    const marker = bytes[markerAt];
    if (marker === markers.endOfImage) return segments;
    const segment = marker === undefined ? undefined : readSegment(bytes, markerAt, marker);
    if (!segment) return undefined;
    segments.push(segment);
    if (segments.length > maxSegments) return undefined;
    at = markerAt - 1 + segment.bytes.length;
  }
}

/**
 * Returns the file without stray bytes between header segments, which viewers ignore. Returns undefined if the file has
 * no stray bytes, or if no scan follows the header. Stray bytes within a scan are damage and are kept.
 */
export function withoutStrayBytes(file: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const parts: Buffer[] = [Buffer.from([0xff, markers.startOfImage])];
  let hasStray = false;
  for (let at = 2; parts.length < maxSegments; ) {
    const next = nextSegment(bytes, at);
    if (!next) return undefined;
    hasStray ||= next.startsAt !== at;
    if (next.segment.marker === markers.startOfScan)
      return hasStray ? Buffer.concat([...parts, bytes.subarray(next.startsAt)]) : undefined;
    parts.push(next.segment.bytes);
    at = next.startsAt + next.segment.bytes.length;
  }
  return undefined;
}

/** Returns the number of scan markers in a JPEG, at least 1. Scans of an embedded thumbnail are also counted. */
export function countScans(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const marker = Buffer.from([0xff, markers.startOfScan]);
  let scans = 0;
  for (let at = bytes.indexOf(marker); at !== -1; at = bytes.indexOf(marker, at + 2)) scans++;
  return Math.max(1, scans);
}

/** Returns the first segment at or after an offset. Fill bytes before the marker are part of the segment. */
function nextSegment(bytes: Buffer, from: number): { segment: Segment; startsAt: number } | undefined {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const markerAt = findMarker(bytes, at);
    const marker = bytes[markerAt];
    if (marker === undefined) return undefined;
    const segment = readSegment(bytes, markerAt, marker);
    if (segment) return { segment, startsAt: markerAt - 1 };
    at = bytes.indexOf(0xff, markerAt);
  }
  return undefined;
}

/** Returns a segment with a payload of at most 65,533 bytes. */
export function jpegSegment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** Returns the offset of a marker's second byte, after fill bytes (0xff), or −1 if no marker follows. */
function findMarker(bytes: Buffer, at: number): number {
  if (bytes[at] !== 0xff) return -1;
  let markerAt = at + 1;
  while (bytes[markerAt] === 0xff) markerAt++;
  return markerAt;
}

function readSegment(bytes: Buffer, markerAt: number, marker: number): Segment | undefined {
  // Bytes below 0xc0 are not markers. Restart markers and a second start-of-image marker are invalid between segments.
  const hasLength = marker >= 0xc0 && (marker < 0xd0 || marker > markers.endOfImage);
  if (!hasLength || markerAt + 3 > bytes.length) return undefined;
  const payloadEndsAt = markerAt + 1 + bytes.readUInt16BE(markerAt + 1);
  if (payloadEndsAt < markerAt + 3 || payloadEndsAt > bytes.length) return undefined;
  const endsAt = marker === markers.startOfScan ? findScanEnd(bytes, payloadEndsAt) : payloadEndsAt;
  return {
    marker,
    bytes: bytes.subarray(markerAt - 1, endsAt),
    payload: bytes.subarray(markerAt + 3, payloadEndsAt),
  };
}

/**
 * Returns the end of the entropy-coded data, where the next marker begins. Stuffed zeros and restart markers are part
 * of the data.
 */
function findScanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return bytes.length;
}
