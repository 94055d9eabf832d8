import { orientationExif } from './orientation-exif.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app14 = 0xee;
const comment = 0xfe;

/**
 * A JPEG without private metadata, thumbnails, embedded further pictures and trailing bytes; coded pixels untouched.
 * Kept: the JFIF header, ICC profile, Adobe's colour transform, and an orientation other than 1.
 * Undefined where the file does not hold to ITU-T T.81, annex B.
 */
export function stripJpeg(file: Uint8Array, orientation: number): Buffer | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) return undefined;
  const head = [bytes.subarray(0, 2)];
  const rest: Buffer[] = [];
  let hasScan = false;
  let at = 2;
  for (;;) {
    const segment = readSegment(bytes, at);
    if (!segment) return undefined;
    at = segment.endsAt;
    if (segment.marker === endOfImage) break;
    if (segment.marker === app0) head.push(...keptJfif(segment));
    else if (isKept(segment)) rest.push(segment.bytes);
    if (segment.marker !== startOfScan) continue;
    hasScan = true;
    const scanEndsAt = findScanEnd(bytes, at);
    rest.push(bytes.subarray(at, scanEndsAt));
    at = scanEndsAt;
  }
  if (!hasScan) return undefined;
  if (orientation !== 1) head.push(exifSegment(orientation));
  return Buffer.concat([...head, ...rest, Buffer.from([0xff, endOfImage])]);
}

type Segment = { marker: number; bytes: Buffer; payload: Buffer; endsAt: number };

/** The segment at a marker; fill bytes (0xff) before the marker are left out. Undefined where there is none. */
function readSegment(bytes: Buffer, at: number): Segment | undefined {
  if (bytes[at] !== 0xff) return undefined;
  let markerAt = at + 1;
  while (bytes[markerAt] === 0xff) markerAt++;
  const marker = bytes[markerAt];
  if (marker === undefined) return undefined;
  const empty = Buffer.alloc(0);
  if (marker === endOfImage) return { marker, bytes: empty, payload: empty, endsAt: markerAt + 1 };
  // Only 0xc0 and above carry a length; restart markers and a second start have no business between segments.
  const standsAlone = marker >= 0xd0 && marker <= startOfImage;
  if (marker < 0xc0 || standsAlone || markerAt + 3 > bytes.length) return undefined;
  const endsAt = markerAt + 1 + bytes.readUInt16BE(markerAt + 1);
  if (endsAt < markerAt + 3 || endsAt > bytes.length) return undefined;
  return {
    marker,
    bytes: bytes.subarray(markerAt - 1, endsAt),
    payload: bytes.subarray(markerAt + 3, endsAt),
    endsAt,
  };
}

/** Where the entropy-coded data ends: at the first marker that is neither a stuffed zero nor a restart. */
function findScanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return bytes.length;
}

function isKept({ marker, payload }: Segment): boolean {
  if (marker === app2) return payload.toString('latin1', 0, 12) === 'ICC_PROFILE\0';
  if (marker === app14) return payload.toString('latin1', 0, 5) === 'Adobe';
  return (marker < app0 || marker > 0xef) && marker !== comment;
}

/** The JFIF header without its thumbnail; nothing of any other APP0. */
function keptJfif({ payload }: Segment): Buffer[] {
  if (payload.toString('latin1', 0, 5) !== 'JFIF\0' || payload.length < 14) return [];
  const jfif = Buffer.from([0xff, app0, 0, 16, ...payload.subarray(0, 14)]);
  jfif.fill(0, 16, 18);
  return [jfif];
}

function exifSegment(orientation: number): Buffer {
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationExif(orientation)]);
  return Buffer.concat([Buffer.from([0xff, app1, 0, payload.length + 2]), payload]);
}
