import { BoxReader } from '../../src/engine/heic/boxes.ts';

/** One HEVC picture as its encoder gave it: decoder configuration (`hvcC`, header included) and coded data. */
export type Coded = { config: Buffer; data: Buffer; widthPx: number; heightPx: number };
export type WrittenItem = {
  id: number;
  type: string;
  data: Buffer;
  properties: Buffer[];
  /** A part of another picture, not one to show. */
  isHidden?: boolean;
};
export type WrittenFile = {
  /** Major brand first. */
  brands: string[];
  items: WrittenItem[];
  primaryId: number;
  references?: { type: string; from: number; to: number[] }[];
};

export function box(type: string, ...parts: (Buffer | number[])[]): Buffer {
  const payload = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([u32(8 + payload.length), Buffer.from(type, 'latin1'), payload]);
}

const fullBox = (type: string, version: number, ...parts: (Buffer | number[])[]) =>
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
/** Counterclockwise. */
export const turned = (quarters: number) => box('irot', [quarters]);
/** 0: about the vertical axis of ISO/IEC 23008-12's first edition. */
export const mirrored = (axis: 0 | 1) => box('imir', [axis]);
/** Offsets are those of the crop's centre from the picture's, in halves of a pixel. */
export const cropped = (widthPx: number, heightPx: number, rightHalves = 0, downHalves = 0) =>
  box('clap', u32(widthPx, 1, heightPx, 1, rightHalves, 2, downHalves, 2));
export const codes = (primaries: number, transfer: number, matrix: number) =>
  box('colr', Buffer.from('nclx'), u16(primaries, transfer, matrix), [0x80]);
export const profile = (icc: Buffer) => box('colr', Buffer.from('prof'), icc);

/** The one picture of a file as `heif-enc` writes it without thumbnail, alpha or EXIF. */
export function readCoded(file: Buffer): Coded {
  const reader = new BoxReader(file);
  const find = (start: number, end: number, type: string) => {
    for (const found of reader.boxes(start, end)) if (found.type === type) return found;
    throw new Error(`no ${type}`);
  };
  const meta = find(0, file.length, 'meta');
  const all = find(meta.start + 4, meta.end, 'iprp');
  const properties = find(all.start, all.end, 'ipco');
  const config = find(properties.start, properties.end, 'hvcC');
  const size = find(properties.start, properties.end, 'ispe');
  const data = find(0, file.length, 'mdat');
  return {
    config: Buffer.from(reader.bytes(config.start - 8, config.end)),
    data: Buffer.from(reader.bytes(data.start, data.end)),
    widthPx: reader.u32(size.start + 4),
    heightPx: reader.u32(size.start + 8),
  };
}

export function codedItem(id: number, coded: Coded, ...properties: Buffer[]): WrittenItem {
  const own = [coded.config, extents(coded.widthPx, coded.heightPx)];
  return { id, type: 'hvc1', data: coded.data, properties: [...own, ...properties] };
}

/** ISO/IEC 23008-12, 6.6.2.3.2. */
export function gridItem(
  id: number,
  grid: { rows: number; columns: number; widthPx: number; heightPx: number },
  ...properties: Buffer[]
): WrittenItem {
  const { rows, columns, widthPx, heightPx } = grid;
  const data = Buffer.concat([Buffer.from([0, 0, rows - 1, columns - 1]), u16(widthPx, heightPx)]);
  return { id, type: 'grid', data, properties: [extents(widthPx, heightPx), ...properties] };
}

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

const entry = ({ id, type, isHidden }: WrittenItem) =>
  box('infe', [2, 0, 0, Number(isHidden ?? false)], u16(id, 0), Buffer.from(type), [0]);

/** Offsets and lengths of 32 bits, one piece each. */
function locations(items: WrittenItem[], dataAt: number): Buffer {
  let at = dataAt;
  const rows = items.map(({ id, data }) => {
    const row = Buffer.concat([u16(id, 0, 1), u32(at, data.length)]);
    at += data.length;
    return row;
  });
  return fullBox('iloc', 0, [0x44, 0], u16(items.length), ...rows);
}

/** Equal properties are written once: their number has seven bits. */
function distinct(items: WrittenItem[]): Buffer[] {
  const all = items.flatMap(({ properties }) => properties);
  return all.filter((one, index) => all.findIndex((other) => other.equals(one)) === index);
}

function associations(items: WrittenItem[]): Buffer {
  const known = distinct(items);
  const rows = items.map(({ id, properties }) => {
    const links = properties.map((property) => {
      const type = property.toString('latin1', 4, 8);
      const isEssential = ['hvcC', 'irot', 'imir', 'clap'].includes(type);
      return (known.findIndex((one) => one.equals(property)) + 1) | (isEssential ? 0x80 : 0);
    });
    return Buffer.concat([u16(id), Buffer.from([links.length, ...links])]);
  });
  return fullBox('ipma', 0, u32(items.length), ...rows);
}
