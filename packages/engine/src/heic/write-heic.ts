/** An item to write to a HEIF file (ISO/IEC 14496-12, 8.11 and ISO/IEC 23008-12, 6 and 9). */
export type WrittenItem = {
  id: number;
  type: string;
  data: Buffer;
  properties?: Buffer[];
  /** Whether viewers must not display the item, for example because it is a tile of another image. */
  isHidden?: boolean;
  /** MIME type of an item of type `mime`. */
  contentType?: string;
};
export type WrittenFile = {
  /** Brands of the file, the major one first. */
  brands: string[];
  items: WrittenItem[];
  primaryId: number;
  references?: { type: string; from: number; to: number[] }[];
};

export function box(type: string, ...parts: (Buffer | number[])[]): Buffer {
  const payload = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([u32(8 + payload.length), Buffer.from(type, 'latin1'), payload]);
}

export const fullBox = (type: string, version: number, ...parts: (Buffer | number[])[]) =>
  box(type, [version, 0, 0, 0], ...parts);

export function u16(...values: number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
}

export function u32(...values: number[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value >>> 0);
      return bytes;
    }),
  );
}

export const extents = (widthPx: number, heightPx: number) => fullBox('ispe', 0, u32(widthPx, heightPx));
/** Returns a property that rotates an image counterclockwise by a number of quarter turns. */
export const turned = (quarters: number) => box('irot', [quarters]);
/** Returns a property that mirrors an image: axis 0 flips it vertically, axis 1 horizontally. */
export const mirrored = (axis: 0 | 1) => box('imir', [axis]);
/** Returns a property with color primaries, transfer characteristics and matrix coefficients from ITU-T H.273. */
export const codes = (primaries: number, transfer: number, matrix: number, isFullRange = true) =>
  box('colr', Buffer.from('nclx'), u16(primaries, transfer, matrix), [isFullRange ? 0x80 : 0]);
export const profile = (icc: Buffer) => box('colr', Buffer.from('prof'), icc);

/** Returns a HEIC file with the given items. The item data is in one `mdat` box after all other boxes. */
export function writeHeic(file: WrittenFile): Buffer {
  const [major = '', ...compatible] = file.brands;
  const brands = [major, '\0\0\0\0', ...compatible].join('');
  const start = box('ftyp', Buffer.from(brands, 'latin1'));
  const dataAt = start.length + metaBox(file, 0).length + 8;
  return Buffer.concat([
    start,
    metaBox(file, dataAt),
    box('mdat', Buffer.concat(file.items.map(({ data }) => data))),
  ]);
}

function metaBox({ items, primaryId, references = [] }: WrittenFile, dataAt: number): Buffer {
  const properties = distinct(items);
  const links = references.map(({ type, from, to }) => box(type, u16(from, to.length, ...to)));
  return fullBox(
    'meta',
    0,
    fullBox('hdlr', 0, u32(0), Buffer.from('pict'), u32(0, 0, 0), [0]),
    fullBox('pitm', 0, u16(primaryId)),
    locations(items, dataAt),
    fullBox('iinf', 0, u16(items.length), ...items.map(entry)),
    ...(links.length > 0 ? [fullBox('iref', 0, ...links)] : []),
    box('iprp', box('ipco', ...properties), associations(items)),
  );
}

const entry = ({ id, type, isHidden, contentType }: WrittenItem) => {
  const mime = contentType === undefined ? [] : Buffer.from(`${contentType}\0`, 'latin1');
  return box('infe', [2, 0, 0, Number(isHidden ?? false)], u16(id, 0), Buffer.from(type), [0], mime);
};

/** Returns the item locations with 32-bit offsets, lengths and base offsets, and one extent per item. */
function locations(items: WrittenItem[], dataAt: number): Buffer {
  let at = dataAt;
  const rows = items.map(({ id, data }) => {
    const row = Buffer.concat([u16(id, 0), u32(0), u16(1), u32(at, data.length)]);
    at += data.length;
    return row;
  });
  return fullBox('iloc', 0, [0x44, 0x40], u16(items.length), ...rows);
}

/** Returns each distinct property once, because property indexes have only seven bits. */
function distinct(items: WrittenItem[]): Buffer[] {
  const all = items.flatMap(({ properties = [] }) => properties);
  return all.filter((one, index) => all.findIndex((other) => other.equals(one)) === index);
}

function associations(items: WrittenItem[]): Buffer {
  const known = distinct(items);
  const rows = items.map(({ id, properties = [] }) => {
    const links = properties.map((property) => {
      const type = property.toString('latin1', 4, 8);
      const isEssential = ['hvcC', 'av1C', 'irot', 'imir', 'clap'].includes(type);
      return (known.findIndex((one) => one.equals(property)) + 1) | (isEssential ? 0x80 : 0);
    });
    return Buffer.concat([u16(id), Buffer.from([links.length, ...links])]);
  });
  return fullBox('ipma', 0, u32(items.length), ...rows);
}
