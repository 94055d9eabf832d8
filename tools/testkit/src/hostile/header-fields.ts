import type { InputFormat } from '@gossamer/contracts/formats';

/** Offset, width and byte order of a number in a file header. */
export type Field = { at: number; bytes: 1 | 2 | 3 | 4; isLittle?: boolean };

/** Types of HEIC boxes that contain other boxes, with the number of bytes before the first inner box. */
const heicFolders = new Map([
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
  ['iref', 4],
  ['iinf', 6],
]);

const run = (at: number, count: number, bytes: Field['bytes'], isLittle = false): Field[] =>
  Array.from({ length: count }, (_, nth) => ({ at: at + nth * bytes, bytes, isLittle }));

/** Returns the chunk lengths, all fields of the IHDR chunk, and the animation's frame and loop counts. */
function pngFields(file: Buffer): Field[] {
  const fields: Field[] = [];
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    fields.push({ at, bytes: 4 });
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') fields.push(...run(at + 8, 2, 4), ...run(at + 16, 5, 1));
    if (type === 'acTL') fields.push(...run(at + 8, 2, 4));
  }
  return fields;
}

const isStartOfFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Returns the segment lengths, the size and sampling factors in the frame header, the components and spectral bands of
 * the first scan, the restart interval, and the first numbers of the EXIF data.
 */
function jpegFields(file: Buffer): Field[] {
  const fields: Field[] = [];
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1] ?? 0;
    fields.push({ at: at + 2, bytes: 2 });
    if (isStartOfFrame(marker))
      fields.push(...run(at + 5, 2, 2), ...run(at + 4, 1, 1), ...run(at + 9, 10, 1));
    if (marker === 0xdd) fields.push({ at: at + 4, bytes: 2 });
    if (marker === 0xe1) fields.push(...run(at + 14, 12, 2));
    if (marker === 0xda) return [...fields, ...run(at + 4, 10, 1)];
  }
  return fields;
}

const le = true;

/** Returns the chunk lengths, the canvas size, and the position, size and duration of each frame. */
function webpFields(file: Buffer): Field[] {
  const fields: Field[] = run(4, 1, 4, le);
  for (let at = 12; at + 8 <= file.length; ) {
    const type = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    fields.push({ at: at + 4, bytes: 4, isLittle: le });
    if (type === 'VP8X') fields.push(...run(at + 8, 1, 1), ...run(at + 12, 2, 3, le));
    if (type === 'ANIM') fields.push(...run(at + 8, 3, 2, le));
    if (type === 'ANMF') fields.push(...run(at + 8, 5, 3, le), ...run(at + 28, 1, 4, le));
    if (type === 'VP8 ') fields.push(...run(at + 14, 2, 2, le));
    if (type === 'VP8L') fields.push(...run(at + 9, 1, 4, le));
    at += 8 + length + (length % 2);
  }
  return fields;
}

/**
 * Returns the box lengths, item offsets and sizes, references between items and properties, rotations, crops, and the
 * decoder configuration.
 */
function heicFields(file: Buffer, start = 0, end = file.length): Field[] {
  const fields: Field[] = [];
  for (let at = start; at + 8 <= end; ) {
    const size = file.readUInt32BE(at);
    const boxEnd = size < 8 || at + size > end ? end : at + size;
    const type = file.toString('latin1', at + 4, at + 8);
    fields.push({ at, bytes: 4 });
    const before = heicFolders.get(type);
    if (before !== undefined) fields.push(...heicFields(file, at + 8 + before, boxEnd));
    else if (type !== 'mdat') fields.push(...payloadFields(type, at + 8, boxEnd));
    at = boxEnd;
  }
  return fields;
}

const heicNumbers: Record<string, Field['bytes']> = { ispe: 4, clap: 4, iloc: 2, dimg: 2, auxl: 2, pitm: 2 };

function payloadFields(type: string, start: number, end: number): Field[] {
  const bytes = heicNumbers[type] ?? 1;
  return run(start, Math.min(Math.floor((end - start) / bytes), 200), bytes);
}

/** Returns the screen size, flags, and the position, size and flags of each frame. */
function gifFields(file: Buffer): Field[] {
  const fields = [...run(6, 2, 2, true), ...run(10, 2, 1)];
  // Find frames by their graphic control extension, which precedes each frame of an animation.
  for (let at = file.indexOf('21f904', 'hex'); at !== -1; at = file.indexOf('21f904', at + 8, 'hex')) {
    fields.push(...run(at + 3, 4, 1), ...run(at + 9, 4, 2, true), ...run(at + 17, 2, 1));
  }
  return fields;
}

/** Returns the offset of the first directory and the tags, types, counts and values of its fields. */
function tiffFields(file: Buffer): Field[] {
  const isLittle = file[0] === 0x49;
  const at = isLittle ? file.readUInt32LE(4) : file.readUInt32BE(4);
  const count = isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at);
  const entries = Array.from({ length: count }, (_, nth) => at + 2 + nth * 12);
  return [
    { at: 4, bytes: 4, isLittle },
    { at, bytes: 2, isLittle },
    ...entries.flatMap((entry) => [...run(entry, 2, 2, isLittle), ...run(entry + 4, 2, 4, isLittle)]),
  ];
}

/** Reads the offset of the pixel data, and the dimensions, bit depth, compression and palette size. */
function bmpFields(): Field[] {
  return [...run(10, 4, 4, true), ...run(26, 2, 2, true), ...run(30, 6, 4, true)];
}

const readers: Record<InputFormat, (file: Buffer) => Field[]> = {
  jpeg: jpegFields,
  png: pngFields,
  webp: webpFields,
  heic: (file) => heicFields(file),
  avif: (file) => heicFields(file),
  gif: gifFields,
  tiff: tiffFields,
  bmp: bmpFields,
  // A JPEG XL container has the same box structure as HEIC.
  jxl: (file) => heicFields(file),
};

/** Returns all header fields of an intact file that contain sizes, counts or offsets. */
export function headerFields(file: Buffer, format: InputFormat): Field[] {
  return readers[format](file).filter(({ at, bytes }) => at + bytes <= file.length);
}

export function readField(file: Buffer, { at, bytes, isLittle }: Field): number {
  return isLittle ? file.readUIntLE(at, bytes) : file.readUIntBE(at, bytes);
}

/** Writes a number to a header field. Modifies the file in place. */
export function writeField(file: Buffer, { at, bytes, isLittle }: Field, value: number): void {
  if (isLittle) file.writeUIntLE(value, at, bytes);
  else file.writeUIntBE(value, at, bytes);
}
