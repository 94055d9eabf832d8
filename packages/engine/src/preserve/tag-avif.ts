import type { Box, BoxReader } from '../heic/boxes.ts';
import { primariesP3 } from '../heic/colors.ts';
import { box, fullHeaderBytes, type Meta, required, u16, u32, whole, withMeta } from './avif-meta.ts';
import { exifBlock } from './exif-block.ts';
import { hasExif, type Tags } from './preserved.ts';

/** Adds tags to an AVIF file: the color space as codes, and the rest as an EXIF item. */
export function tagAvif(file: Buffer, tags: Tags): Buffer {
  const colored = tags.displayP3 ? withMeta(file, inDisplayP3) : file;
  return hasExif(tags) ? withMeta(colored, (meta) => withExif(meta, tags)) : colored;
}

/**
 * Color codes of ITU-T H.273 in a `colr` box (ISO/IEC 14496-12, 12.1.5): Display P3, the transfer curve of sRGB, and the
 * matrix and full range that the encoder uses.
 */
const displayP3Colors = () =>
  box(
    'colr',
    Buffer.concat([Buffer.from('nclx', 'latin1'), u16(primariesP3), u16(13), u16(6), Buffer.from([0x80])]),
  );

/** Adds the color space to the properties of the primary image. The encoder writes no `colr` box for sRGB. */
function inDisplayP3({ reader, boxes, primaryId }: Meta): { described: Buffer[] } {
  const described = boxes
    .filter(({ type }) => type !== 'iloc')
    .map((each) => (each.type === 'iprp' ? withProperty(reader, each, primaryId) : whole(reader, each)));
  return { described };
}

/** Returns an `iprp` box with the color space as an additional property of one item (ISO/IEC 14496-12, 8.11.14). */
function withProperty(reader: BoxReader, properties: Box, itemId: number): Buffer {
  const inner = [...reader.boxes(properties.start, properties.end)];
  const container = required(inner, 'ipco');
  const index = [...reader.boxes(container.start, container.end)].length + 1;
  const extended = Buffer.concat([reader.bytes(container.start, container.end), displayP3Colors()]);
  const associations = associated(reader, required(inner, 'ipma'), itemId, index);
  return box('iprp', Buffer.concat([box('ipco', extended), associations]));
}

/**
 * Returns an `ipma` box in which an additional property is assigned to the item. The entries have 16-bit ids and 8-bit
 * property indexes.
 */
function associated(reader: BoxReader, { start, end }: Box, itemId: number, index: number): Buffer {
  const countAt = start + fullHeaderBytes;
  const entries: Buffer[] = [];
  for (let at = countAt + 4; at < end; ) {
    const count = reader.u8(at + 2);
    const entry = reader.bytes(at, at + 3 + count);
    const added = Buffer.concat([
      u16(itemId),
      Buffer.from([count + 1]),
      entry.subarray(3),
      Buffer.from([index]),
    ]);
    entries.push(reader.u16(at) === itemId ? added : entry);
    at += entry.length;
  }
  return box('ipma', Buffer.concat([reader.bytes(start, countAt + 4), ...entries]));
}

/** Adds an EXIF item that describes the primary image (ISO/IEC 23008-12, annex A). */
function withExif({ reader, boxes, primaryId, nextId }: Meta, tags: Tags) {
  const written = boxes.filter(({ type }) => type !== 'iloc' && type !== 'iref');
  const known = boxes.find(({ type }) => type === 'iref');
  const described = [
    ...written.map((each) => (each.type === 'iinf' ? itemInfo(reader, each, nextId) : whole(reader, each))),
    references(reader, known, nextId, primaryId),
  ];
  // An EXIF item starts with the offset of its TIFF header, which is always 0 here.
  return { described, added: { id: nextId, data: Buffer.concat([u32(0), exifBlock(tags)]) } };
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
