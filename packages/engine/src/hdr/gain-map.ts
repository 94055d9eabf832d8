import { elementOf, propertyOf } from '../metadata/xmp.ts';
import type { SizePx } from '../sizes.ts';
import { joinSegments } from '../strip/jpeg.ts';
import { markers, readSegments, type Segment } from '../strip/jpeg-segments.ts';

/**
 * The gain map of a JPEG: a second JPEG that states for each area how much brighter it is on an HDR display than in the
 * first image. Its parameters are described in at least one of three ways.
 */
export type GainMap = SizePx & {
  /** The map as a JPEG without metadata other than an ICC profile. */
  jpeg: Buffer;
  /** The parameters in XMP, each with one value or one per color channel (Ultra HDR image format, version 1). */
  ultraHdr: Record<string, number[]> | undefined;
  /** The parameters as binary data (ISO 21496-1, annex C). */
  iso: Buffer | undefined;
  /** Apple's parameters in XMP: the version of its format, and the brightness of the HDR image's white. */
  apple: { version: number; headroom: number } | undefined;
};

/** Start of XMP in an APP1 segment (XMP specification part 3, 1.1.3). */
export const xmpStart = 'http://ns.adobe.com/xap/1.0/\0';
/** Start of parameters in an APP2 segment (ISO 21496-1, annex C). */
export const isoStart = 'urn:iso:std:iso:ts:21496:-1\0';

/** Parameters of Ultra HDR. The map is unusable without `GainMapMax`; the others have default values. */
const parameters = [
  ...['GainMapMin', 'GainMapMax', 'Gamma', 'OffsetSDR', 'OffsetHDR'],
  ...['HDRCapacityMin', 'HDRCapacityMax'],
];

/** Maximum number of images in a file. Cameras store a few previews beside the gain map. */
const maxImages = 8;
/** Size in bytes of the versions that both images contain. The map's parameters follow them. */
const isoVersionBytes = 4;
/** Maximum size of ISO parameters in bytes. Those for one color channel have 61 bytes, those for three 141. */
const maxIsoBytes = 256;

/** Returns the gain map of a JPEG, or undefined if it has none or one whose parameters are not standardized. */
export function readGainMap(file: Uint8Array): GainMap | undefined {
  return findGainMap(file)?.map;
}

/** Returns the end of the gain map in a JPEG, or undefined if it has none. */
export function gainMapEnd(file: Uint8Array): number | undefined {
  return findGainMap(file)?.endsAt;
}

/** Texts that announce a gain map: ISO 21496-1, and the XMP of Ultra HDR and of Apple. */
const announcements = ['urn:iso:std:iso:ts:21496', 'hdrgm:Version', 'HDRGainMapVersion'];

/** Returns whether a JPEG or one of its further images announces a gain map, so that the JPEG has a high dynamic range. */
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

/** Yields the first images of a file, with their ends. Other data between them is skipped. */
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

/** Returns the end of an image: its start and end markers have two bytes each, and the segments are contiguous. */
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

/** Returns whether a marker starts a frame: SOF0 to SOF2, baseline and progressive (ITU-T T.81, table B.1). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xc2;
}

function payloadAfter(segments: Segment[], marker: number, start: string): Buffer | undefined {
  const found = segments.find(
    (segment) => segment.marker === marker && segment.payload.toString('latin1', 0, start.length) === start,
  );
  return found?.payload.subarray(start.length);
}

/** Reads the parameters from XMP. A map whose base image is the HDR image is not supported. */
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
 * Returns the values of a property: a single one if it is stored as an attribute or element, or one per color channel if it
 * is stored as a list.
 */
function valuesOf(xmp: string, name: string): number[] {
  const list = elementOf(xmp, name) ?? '';
  const items = [...list.matchAll(/<rdf:li>([^<]{1,30})<\/rdf:li>/g)].map(([, value]) => Number(value));
  if (items.length > 0) return items;
  const single = propertyOf(xmp, name);
  return single === undefined ? [] : [Number(single)];
}
