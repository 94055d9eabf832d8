import { elementOf, propertyOf } from '../metadata/xmp.ts';
import type { SizePx } from '../sizes.ts';
import { joinSegments } from '../strip/jpeg.ts';
import { markers, readSegments, type Segment } from '../strip/jpeg-segments.ts';

/**
 * The gain map of a JPEG: a second JPEG that states how much brighter each area is on an HDR display than in the first
 * image. Its parameters are given in at least one of three formats.
 */
export type GainMap = SizePx & {
  /** The map as a JPEG without metadata other than an ICC profile. */
  jpeg: Buffer;
  /** The parameters in XMP, each with one value or one per color channel (Ultra HDR image format, version 1). */
  ultraHdr: Record<string, number[]> | undefined;
  /** The parameters as binary data (ISO 21496-1, annex C). */
  iso: Buffer | undefined;
  /** Apple's parameters in XMP: the version of Apple's format, and the brightness of white in the HDR image. */
  apple: { version: number; headroom: number } | undefined;
};

/** Identifier at the start of XMP in an APP1 segment (XMP specification part 3, 1.1.3). */
export const xmpStart = 'http://ns.adobe.com/xap/1.0/\0';
/** Identifier at the start of gain map parameters in an APP2 segment (ISO 21496-1, annex C). */
export const isoStart = 'urn:iso:std:iso:ts:21496:-1\0';

/**
 * Names of the Ultra HDR parameters. A gain map without `GainMapMax` is unusable; the other parameters have default
 * values.
 */
const parameters = [
  ...['GainMapMin', 'GainMapMax', 'Gamma', 'OffsetSDR', 'OffsetHDR'],
  ...['HDRCapacityMin', 'HDRCapacityMax'],
];

/** Maximum number of images to read from a file. Cameras store a few previews in addition to the gain map. */
const maxImages = 8;
/** Size in bytes of the version numbers, which both images contain. In the gain map, the parameters follow them. */
const isoVersionBytes = 4;
/** Maximum size of ISO parameters in bytes. They take 61 bytes for one color channel and 141 bytes for three. */
const maxIsoBytes = 256;

/** Returns the gain map of a JPEG, or undefined if there is none or its parameters are not in a known format. */
export function readGainMap(file: Uint8Array): GainMap | undefined {
  return findGainMap(file)?.map;
}

/** Returns the offset of the gain map's end in a JPEG, or undefined if there is no gain map. */
export function gainMapEnd(file: Uint8Array): number | undefined {
  return findGainMap(file)?.endsAt;
}

/** Strings that show that an image has a gain map: in ISO 21496-1, in the XMP of Ultra HDR, and in Apple's XMP. */
const announcements = ['urn:iso:std:iso:ts:21496', 'hdrgm:Version', 'HDRGainMapVersion'];

/** Returns whether a JPEG has a high dynamic range, which is the case if any of its images refers to a gain map. */
export function isHdrJpeg(file: Uint8Array): boolean {
  const isAnnouncing = ({ marker, payload }: Segment) =>
    (marker === markers.app1 || marker === markers.app2) &&
    announcements.some((text) => payload.includes(text));
  return [...imagesIn(file)].some(({ segments }) => segments.some(isAnnouncing));
}

function findGainMap(file: Uint8Array): { map: GainMap; endsAt: number } | undefined {
  const [, ...others] = imagesIn(file);
  for (const { segments, endsAt } of others) {
    const map = gainMapOf(segments);
    if (map) return { map, endsAt };
  }
  return undefined;
}

/** Yields up to `maxImages` images of a file with their end offsets. Skips other data between them. */
function* imagesIn(file: Uint8Array): Generator<{ segments: Segment[]; endsAt: number }> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let startsAt = 0;
  for (let images = 0; images < maxImages && startsAt !== -1; images += 1) {
    const segments = readSegments(bytes.subarray(startsAt));
    const endsAt = endOf(segments, startsAt);
    if (segments && endsAt !== undefined) yield { segments, endsAt };
    else if (images === 0) return;
    startsAt = bytes.indexOf(Buffer.from([0xff, markers.startOfImage, 0xff]), endsAt ?? startsAt + 2);
  }
}

/**
 * Returns the end offset of an image. The start and end markers take two bytes each, and the segments between them have
 * no gaps.
 */
function endOf(segments: Segment[] | undefined, startsAt: number): number | undefined {
  return segments?.reduce((sum, { bytes }) => sum + bytes.length, startsAt + 4);
}

function gainMapOf(segments: Segment[]): GainMap | undefined {
  const xmp = payloadAfter(segments, markers.app1, xmpStart)?.toString('utf8');
  const [ultraHdr, apple] = [ultraHdrOf(xmp), appleOf(xmp)];
  const parametersOfIso = payloadAfter(segments, markers.app2, isoStart);
  const isIso = parametersOfIso && parametersOfIso.length > isoVersionBytes + 1;
  const iso = isIso && parametersOfIso.length <= maxIsoBytes ? parametersOfIso : undefined;
  const frame = segments.find(({ marker }) => isFrame(marker));
  if (!frame || frame.payload.length < 6 || (!ultraHdr && !iso && !apple)) return undefined;
  const [heightPx, widthPx] = [frame.payload.readUInt16BE(1), frame.payload.readUInt16BE(3)];
  return widthPx > 0 && heightPx > 0
    ? { jpeg: joinSegments(segments), widthPx, heightPx, ultraHdr, iso, apple }
    : undefined;
}

/** Returns whether a marker starts a baseline, extended or progressive frame: SOF0 to SOF2 (ITU-T T.81, table B.1). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xc2;
}

function payloadAfter(segments: Segment[], marker: number, start: string): Buffer | undefined {
  const found = segments.find(
    (segment) => segment.marker === marker && segment.payload.toString('latin1', 0, start.length) === start,
  );
  return found?.payload.subarray(start.length);
}

/**
 * Reads the Ultra HDR parameters from XMP. Returns undefined for a gain map that converts from HDR to SDR, which is not
 * supported.
 */
function ultraHdrOf(xmp: string | undefined): GainMap['ultraHdr'] {
  if (!xmp?.includes('hdrgm:GainMapMax') || propertyOf(xmp, 'hdrgm:BaseRenditionIsHDR') === 'True') {
    return undefined;
  }
  const read = parameters.map((name) => [name, valuesOf(xmp, `hdrgm:${name}`)] as const);
  const present = read.filter(([, values]) => values.length > 0);
  const areValid = present.every(
    ([, values]) => [1, 3].includes(values.length) && values.every(Number.isFinite),
  );
  return areValid ? Object.fromEntries(present) : undefined;
}

/** Reads Apple's parameters from XMP. Older versions store the headroom in the camera's private EXIF data. */
function appleOf(xmp = ''): GainMap['apple'] {
  const version = Number(propertyOf(xmp, 'HDRGainMap:HDRGainMapVersion'));
  const headroom = Number(propertyOf(xmp, 'HDRGainMap:HDRGainMapHeadroom'));
  return Number.isInteger(version) && headroom > 0 && headroom < Infinity ? { version, headroom } : undefined;
}

/**
 * Returns the values of a property. An attribute or element contains a single value; a list contains one value per
 * color channel.
 */
function valuesOf(xmp: string, name: string): number[] {
  const list = elementOf(xmp, name) ?? '';
  const items = [...list.matchAll(/<rdf:li>([^<]{1,30})<\/rdf:li>/g)].map(([, value]) => Number(value));
  if (items.length > 0) return items;
  const single = propertyOf(xmp, name);
  return single === undefined ? [] : [Number(single)];
}
