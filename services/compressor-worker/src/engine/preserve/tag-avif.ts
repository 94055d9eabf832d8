import { type Box, BoxReader } from '../heic/boxes.ts';
import { exifBlock } from './exif-block.ts';
import type { Tags } from './preserved.ts';

/**
 * Adds tags to an AVIF file as an EXIF item that describes the primary image (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12,
 * annex A). The item is stored after the pixels. Supports only the layout that the encoder writes: one `meta` box,
 * 16-bit ids and 32-bit offsets.
 */
export function tagAvif(file: Buffer, tags: Tags): Buffer {
  const reader = new BoxReader(file);
  const meta = required([...reader.boxes(0, file.length)], 'meta');
  const boxes = [...reader.boxes(meta.start + fullHeaderBytes, meta.end)];
  const places = placesIn(reader, required(boxes, 'iloc'));
  const id = Math.max(...places.map((place) => place.id)) + 1;
  const primaryId = reader.u16(required(boxes, 'pitm').start + fullHeaderBytes);
  const written = boxes.filter(({ type }) => type !== 'iloc' && type !== 'iref');
  const described = [
    ...written.map((box) => (box.type === 'iinf' ? itemInfo(reader, box, id) : whole(reader, box))),
    references(
      reader,
      boxes.find(({ type }) => type === 'iref'),
      id,
      primaryId,
    ),
  ];
  // An EXIF item starts with the offset of its TIFF header, which is always 0 here.
  const item = Buffer.concat([u32(0), exifBlock(tags)]);
  const metaBytes = (all: Place[]) =>
    box(
      'meta',
      Buffer.concat([reader.bytes(meta.start, meta.start + fullHeaderBytes), ...described, locations(all)]),
    );
  const here = { id, at: 0, extents: [{ at: 0, sizeBytes: item.length }] };
  // Build the `meta` box twice, because its growth shifts the file offsets that it contains.
  const growth = metaBytes([...places, here]).length - (meta.end - meta.start + boxHeaderBytes);
  const moved = places.map((place) => ({ ...place, at: place.at + growth }));
  const itemAt = file.length + growth + boxHeaderBytes;
  return Buffer.concat([
    file.subarray(0, meta.start - boxHeaderBytes),
    metaBytes([...moved, { ...here, at: itemAt }]),
    file.subarray(meta.end),
    box('mdat', item),
  ]);
}

const boxHeaderBytes = 8;
/** Size in bytes of the version and flags that precede the payload of a full box. */
const fullHeaderBytes = 4;

/** Location of an item. `at` is relative to the file; the `at` of an extent is relative to the item. */
type Place = { id: number; at: number; extents: { at: number; sizeBytes: number }[] };

/** Expected start of the `iloc` box: version 0, with offsets, lengths and base offsets of 4 bytes each. */
const knownLocations = [0, 0, 0, 0, 0x44, 0x40];

function placesIn(reader: BoxReader, { start }: Box): Place[] {
  if (knownLocations.some((byte, index) => reader.u8(start + index) !== byte)) {
    throw new Error('unexpected iloc box in the encoded AVIF');
  }
  const places: Place[] = [];
  let at = start + knownLocations.length + 2;
  for (let count = reader.u16(start + knownLocations.length); count > 0; count -= 1) {
    const extentsAt = at + 10;
    const extents = Array.from({ length: reader.u16(at + 8) }, (_, n) => ({
      at: reader.u32(extentsAt + n * 8),
      sizeBytes: reader.u32(extentsAt + n * 8 + 4),
    }));
    places.push({ id: reader.u16(at), at: reader.u32(at + 4), extents });
    at = extentsAt + extents.length * 8;
  }
  return places;
}

function locations(places: Place[]): Buffer {
  const entries = places.flatMap(({ id, at, extents }) => [
    // The 0 after the item id means that the data is in the same file.
    ...[u16(id), u16(0), u32(at), u16(extents.length)],
    ...extents.flatMap((extent) => [u32(extent.at), u32(extent.sizeBytes)]),
  ]);
  return box('iloc', Buffer.concat([Buffer.from(knownLocations), u16(places.length), ...entries]));
}

/** Returns an `iinf` box with an entry for the new item: version 2, no protection, no name. */
function itemInfo(reader: BoxReader, { start, end }: Box, id: number): Buffer {
  const countAt = start + fullHeaderBytes;
  const entry = box(
    'infe',
    Buffer.concat([Buffer.from([2, 0, 0, 0]), u16(id), u16(0), Buffer.from('Exif\0', 'latin1')]),
  );
  const count = u16(reader.u16(countAt) + 1);
  return box(
    'iinf',
    Buffer.concat([reader.bytes(start, countAt), count, reader.bytes(countAt + 2, end), entry]),
  );
}

/** Returns an `iref` box with a `cdsc` reference, which marks the item as a description of the image. */
function references(reader: BoxReader, known: Box | undefined, from: number, to: number): Buffer {
  const before = known ? reader.bytes(known.start, known.end) : Buffer.alloc(fullHeaderBytes);
  return box('iref', Buffer.concat([before, box('cdsc', Buffer.concat([u16(from), u16(1), u16(to)]))]));
}

function whole(reader: BoxReader, { start, end }: Box): Buffer {
  return reader.bytes(start - boxHeaderBytes, end);
}

function box(type: string, payload: Buffer): Buffer {
  return Buffer.concat([u32(payload.length + boxHeaderBytes), Buffer.from(type, 'latin1'), payload]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function required(boxes: Box[], wanted: string): Box {
  const found = boxes.find(({ type }) => type === wanted);
  if (!found) throw new Error(`invalid AVIF: missing ${wanted} box`);
  return found;
}
