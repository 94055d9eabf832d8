import { jpegSegment, markers } from '../strip/jpeg-segments.ts';
import { type GainMap, isoStart, xmpStart } from './gain-map.ts';

/**
 * Version numbers at the start of ISO parameters, both 0: the minimum version that a reader must support, and the
 * version of the writer (annex C).
 */
const isoVersions = Buffer.alloc(4);

/**
 * Returns the segments that declare a gain map in the first image, and the gain map as a JPEG to append to that image.
 * `before` is the offset of the segments in the file. `after` is the number of bytes that follow them in the first
 * image.
 */
export function spliceGainMap(
  map: GainMap,
  { before, after }: { before: number; after: number },
): { segments: Buffer; appended: Buffer } {
  const appended = describedMap(map);
  const announced = Buffer.concat([
    ...(map.ultraHdr ? [xmpSegment(directoryOf(appended.length))] : []),
    ...(map.iso ? [isoSegment(isoVersions)] : []),
  ]);
  const indexAt = before + announced.length;
  const imageBytes = indexAt + indexSegmentBytes + after;
  return {
    segments: Buffer.concat([announced, indexSegment({ indexAt, imageBytes, mapBytes: appended.length })]),
    appended,
  };
}

/** Returns whether XMP contains only the directory that `directoryOf` writes. */
export function isGainMapXmp(xmp: Uint8Array): boolean {
  const text = Buffer.from(xmp).toString('utf8');
  return text === directoryOf(Number(/Item:Length="(\d{1,10})"/.exec(text)?.[1]));
}

/** Returns the gain map with its parameters inserted after the start marker. */
function describedMap({ jpeg, ultraHdr, iso, apple }: GainMap): Buffer {
  const startBytes = 2;
  // Write either Ultra HDR or Apple parameters, because a file can have only one XMP segment.
  const xmp = ultraHdr ? parametersOf(ultraHdr) : apple && appleParametersOf(apple);
  return Buffer.concat([
    jpeg.subarray(0, startBytes),
    ...(xmp ? [xmpSegment(xmp)] : []),
    ...(iso ? [isoSegment(iso)] : []),
    jpeg.subarray(startBytes),
  ]);
}

const xmpSegment = (xmp: string): Buffer => jpegSegment(markers.app1, Buffer.from(xmpStart + xmp, 'latin1'));

const isoSegment = (parameters: Buffer): Buffer =>
  jpegSegment(markers.app2, Buffer.concat([Buffer.from(isoStart, 'latin1'), parameters]));

const xmpOf = (attributes: string, content: string): string =>
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  `<rdf:Description rdf:about=""${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`;

const ultraHdrXmpOf = (attributes: string, content: string): string =>
  xmpOf(` xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"${attributes}`, content);

/** Returns the XMP of the gain map with Apple's parameters. They are written as elements, as readers expect. */
function appleParametersOf({ version, headroom }: NonNullable<GainMap['apple']>): string {
  const namespaces = { apdi: 'pixeldatainfo/1.0/', HDRGainMap: 'HDRGainMap/1.0/' };
  const declared = Object.entries(namespaces).map(
    ([prefix, path]) => ` xmlns:${prefix}="http://ns.apple.com/${path}"`,
  );
  return xmpOf(
    declared.join(''),
    '<apdi:AuxiliaryImageType>urn:com:apple:photo:2020:aux:hdrgainmap</apdi:AuxiliaryImageType>' +
      `<HDRGainMap:HDRGainMapVersion>${version}</HDRGainMap:HDRGainMapVersion>` +
      `<HDRGainMap:HDRGainMapHeadroom>${headroom}</HDRGainMap:HDRGainMapHeadroom>`,
  );
}

/** Returns the XMP of the first image, which lists both images (Ultra HDR image format, version 1). */
function directoryOf(mapBytes: number): string {
  const item = (attributes: string) =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" ${attributes}/></rdf:li>`;
  const namespaces = ['', 'item/'].map((path) => `http://ns.google.com/photos/1.0/container/${path}`);
  return ultraHdrXmpOf(
    ` xmlns:Container="${namespaces[0]}" xmlns:Item="${namespaces[1]}"`,
    '<Container:Directory><rdf:Seq>' +
      item('Item:Semantic="Primary"') +
      item(`Item:Semantic="GainMap" Item:Length="${mapBytes}"`) +
      '</rdf:Seq></Container:Directory>',
  );
}

/**
 * Returns the XMP of the gain map with the Ultra HDR parameters. Parameters with one value per color channel must be
 * elements.
 */
function parametersOf(ultraHdr: Record<string, number[]>): string {
  const all = Object.entries(ultraHdr);
  const attributes = all.flatMap(([name, values]) =>
    values.length === 1 ? [` hdrgm:${name}="${values[0]}"`] : [],
  );
  const elements = all.flatMap(([name, values]) =>
    values.length === 1
      ? []
      : [`<hdrgm:${name}><rdf:Seq>${values.map(listItem).join('')}</rdf:Seq></hdrgm:${name}>`],
  );
  return ultraHdrXmpOf(attributes.join(''), elements.join(''));
}

const listItem = (value: number): string => `<rdf:li>${value}</rdf:li>`;

/** A field of the image index: tag, TIFF type, number of values, and a value or offset (TIFF 6.0, section 2). */
type Field = readonly [tag: number, type: number, count: number, value: number];

const types = { long: 4, undefined: 7 };
const indexSegmentBytes = 90;
/**
 * Number of bytes that precede the TIFF header in the segment: marker, length and `MPF`. Offsets are relative to the
 * TIFF header.
 */
const tiffAt = 8;
const entriesAt = 50;
/** Attribute value that marks the first image as the primary image of a baseline MP file (CIPA DC-007, 5.2.3.3.1). */
const primaryAttribute = 0x030000;

/** Returns the segment that lists the positions and sizes of both images (CIPA DC-007, 5.2). */
function indexSegment(place: { indexAt: number; imageBytes: number; mapBytes: number }): Buffer {
  const payload = Buffer.alloc(indexSegmentBytes - 4);
  payload.write('MPF\0II*\0', 'latin1');
  payload.writeUInt32LE(8, 8);
  const version = Buffer.from('0100', 'latin1').readUInt32LE();
  const fields: Field[] = [
    [0xb000, types.undefined, 4, version],
    [0xb001, types.long, 1, 2],
    [0xb002, types.undefined, 32, entriesAt],
  ];
  payload.writeUInt16LE(fields.length, 12);
  for (const [index, [tag, type, count, value]] of fields.entries()) {
    const at = 14 + index * 12;
    payload.writeUInt16LE(tag, at);
    payload.writeUInt16LE(type, at + 2);
    payload.writeUInt32LE(count, at + 4);
    payload.writeUInt32LE(value, at + 8);
  }
  const mapAt = place.imageBytes - (place.indexAt + tiffAt);
  const entries = [primaryAttribute, place.imageBytes, 0, 0, 0, place.mapBytes, mapAt, 0];
  for (const [index, value] of entries.entries()) payload.writeUInt32LE(value, 4 + entriesAt + index * 4);
  return jpegSegment(markers.app2, payload);
}
