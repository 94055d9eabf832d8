import { EngineError } from '../errors.ts';
import { type Box, BoxReader } from './boxes.ts';

/** An image in a HEIF file, or part of an image. `properties` are listed in the order in which they apply. */
export type Item = { id: number; type: string; properties: Box[] };

/** Reference between items: `dimg` from image to tiles, `auxl` from alpha to image, `prem` to premultiplied alpha. */
export type Reference = { type: string; from: number; to: number[] };

/** The still images in a HEIF file (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 6 and 9). */
export type Container = {
  reader: BoxReader;
  primary: Item;
  items: Map<number, Item>;
  references: Reference[];
};

/**
 * Reads the boxes that describe the images, without decoding pixels.
 * @throws EngineError `unsupported_format` if the file contains no still image
 * @throws RangeError if a box is malformed or missing
 */
export function readContainer(file: Uint8Array): Container {
  const reader = new BoxReader(file);
  const meta = metaOf(reader);
  const boxes = [...reader.boxes(meta.start + fullHeaderBytes, meta.end)];
  const handler = required(boxes, 'hdlr');
  if (reader.type(handler.start + 8) !== 'pict') throw new EngineError('unsupported_format');
  const primaryBox = required(boxes, 'pitm');
  const primaryId = reader.u16or32(primaryBox.start + fullHeaderBytes, reader.u8(primaryBox.start) > 0);
  const items = readItems(reader, required(boxes, 'iinf'));
  assignProperties(reader, required(boxes, 'iprp'), items);
  const references = boxes
    .filter(({ type }) => type === 'iref')
    .flatMap((box) => [...readReferences(reader, box)]);
  // Some files declare a thumbnail as the primary image. Like all viewers, use the full image that the thumbnail
  // references.
  const thumbnail = references.find(({ type, from }) => type === 'thmb' && from === primaryId);
  const primary = items.get(thumbnail?.to[0] ?? primaryId);
  if (!primary) throw new RangeError('invalid HEIC: missing primary item');
  return { reader, primary, items, references };
}

/** Size in bytes of the version and flags that precede the payload of a full box. */
const fullHeaderBytes = 4;

/** Returns the `meta` box. Bytes after the box are ignored, because files with trailing garbage are common. */
function metaOf(reader: BoxReader): Box {
  let hasMovie = false;
  try {
    for (const box of reader.boxes(0, reader.sizeBytes)) {
      if (box.type === 'meta') return box;
      hasMovie ||= box.type === 'moov';
    }
  } catch (cause) {
    if (!hasMovie) throw cause;
  }
  // The file is an image sequence (it has a `moov` box) without a still image.
  if (hasMovie) throw new EngineError('unsupported_format');
  throw new RangeError('invalid HEIC: missing meta box');
}

function required(boxes: Box[], wanted: string): Box {
  const box = boxes.find(({ type }) => type === wanted);
  if (!box) throw new RangeError(`invalid HEIC: missing ${wanted} box`);
  return box;
}

function readItems(reader: BoxReader, info: Box): Map<number, Item> {
  const items = new Map<number, Item>();
  const countBytes = reader.u8(info.start) === 0 ? 2 : 4;
  for (const entry of reader.boxes(info.start + fullHeaderBytes + countBytes, info.end)) {
    const version = reader.u8(entry.start);
    // Item entries before version 2 have no type and are not images.
    if (entry.type !== 'infe' || version < 2) continue;
    const idBytes = version === 2 ? 2 : 4;
    const id = reader.u16or32(entry.start + fullHeaderBytes, version > 2);
    // The item id is followed by the protection index (two bytes) and the type.
    const type = reader.type(entry.start + fullHeaderBytes + idBytes + 2);
    items.set(id, { id, type, properties: [] });
  }
  return items;
}

/** Maximum number of property associations in a file. An image of a thousand tiles has a few thousand. */
const maxAssociations = 200_000;

function assignProperties(reader: BoxReader, properties: Box, items: Map<number, Item>): void {
  const boxes = [...reader.boxes(properties.start, properties.end)];
  const container = required(boxes, 'ipco');
  const known = [...reader.boxes(container.start, container.end)];
  let count = 0;
  for (const box of boxes.filter(({ type }) => type === 'ipma')) {
    for (const { itemId, index } of readAssociations(reader, box)) {
      count += 1;
      if (count > maxAssociations) throw new RangeError('invalid HEIC: too many item properties');
      const property = known[index - 1];
      if (property) items.get(itemId)?.properties.push(property);
    }
  }
}

/** Yields associations between items and properties. `index` counts from 1; 0 means no property. */
function* readAssociations(reader: BoxReader, box: Box): Generator<{ itemId: number; index: number }> {
  const hasLongIds = reader.u8(box.start) > 0;
  const hasLongIndexes = (reader.u8(box.start + 3) & 1) === 1;
  const entries = reader.u32(box.start + fullHeaderBytes);
  let at = box.start + fullHeaderBytes + 4;
  for (let entry = 0; entry < entries; entry++) {
    const itemId = reader.u16or32(at, hasLongIds);
    at += hasLongIds ? 4 : 2;
    const count = reader.u8(at++);
    for (let nth = 0; nth < count; nth++) {
      // The most significant bit marks an essential property.
      yield { itemId, index: hasLongIndexes ? reader.u16(at) & 0x7fff : reader.u8(at) & 0x7f };
      at += hasLongIndexes ? 2 : 1;
    }
  }
}

function* readReferences(reader: BoxReader, box: Box): Generator<Reference> {
  const hasLongIds = reader.u8(box.start) > 0;
  const idBytes = hasLongIds ? 4 : 2;
  for (const { type, start } of reader.boxes(box.start + fullHeaderBytes, box.end)) {
    const count = reader.u16(start + idBytes);
    const to = Array.from({ length: count }, (_, nth) =>
      reader.u16or32(start + idBytes + 2 + nth * idBytes, hasLongIds),
    );
    yield { type, from: reader.u16or32(start, hasLongIds), to };
  }
}
