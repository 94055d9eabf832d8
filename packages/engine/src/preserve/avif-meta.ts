import { type Box, BoxReader } from '../heic/boxes.ts';

/** The `meta` box of an AVIF file, which describes its items (ISO/IEC 14496-12, 8.11). */
export type Meta = { reader: BoxReader; boxes: Box[]; primaryId: number; nextId: number };

/** An item, such as EXIF data, to append after the image data. */
type AddedItem = { id: number; data: Buffer };

/**
 * Replaces the `meta` box of an AVIF file. `describe` returns its boxes except `iloc`, and optionally an item to add.
 * Supports only the layout that the encoder writes: one `meta` box, 16-bit ids and 32-bit offsets.
 */
export function withMeta(
  file: Buffer,
  describe: (meta: Meta) => { described: Buffer[]; added?: AddedItem },
): Buffer {
  const reader = new BoxReader(file);
  const meta = required([...reader.boxes(0, file.length)], 'meta');
  const boxes = [...reader.boxes(meta.start + fullHeaderBytes, meta.end)];
  const places = placesIn(reader, required(boxes, 'iloc'));
  const primaryId = reader.u16(required(boxes, 'pitm').start + fullHeaderBytes);
  const nextId = Math.max(...places.map((place) => place.id)) + 1;
  const { described, added } = describe({ reader, boxes, primaryId, nextId });
  const head = reader.bytes(meta.start, meta.start + fullHeaderBytes);
  const metaBytes = (all: Place[]) => box('meta', Buffer.concat([head, ...described, locations(all)]));
  const placesWith = (itemAt: number): Place[] =>
    added ? [{ id: added.id, at: itemAt, extents: [{ at: 0, sizeBytes: added.data.length }] }] : [];
  // Build the `meta` box twice, because its growth shifts the file offsets that it contains.
  const growth = metaBytes([...places, ...placesWith(0)]).length - (meta.end - meta.start + boxHeaderBytes);
  const moved = places.map((place) => ({ ...place, at: place.at + growth }));
  return Buffer.concat([
    file.subarray(0, meta.start - boxHeaderBytes),
    metaBytes([...moved, ...placesWith(file.length + growth + boxHeaderBytes)]),
    file.subarray(meta.end),
    ...(added ? [box('mdat', added.data)] : []),
  ]);
}

const boxHeaderBytes = 8;
/** Size in bytes of the version and flags that precede the payload of a full box. */
export const fullHeaderBytes = 4;

/** Location of an item. `at` is an offset in the file. The `at` of an extent is relative to the item's offset. */
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

/** Returns a box with its header, unchanged. */
export function whole(reader: BoxReader, { start, end }: Box): Buffer {
  return reader.bytes(start - boxHeaderBytes, end);
}

/** Returns a box with a type and payload. */
export function box(type: string, payload: Buffer): Buffer {
  return Buffer.concat([u32(payload.length + boxHeaderBytes), Buffer.from(type, 'latin1'), payload]);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Returns the first box of a type. @throws Error if there is none */
export function required(boxes: Box[], wanted: string): Box {
  const found = boxes.find(({ type }) => type === wanted);
  if (!found) throw new Error(`invalid AVIF: missing ${wanted} box`);
  return found;
}
