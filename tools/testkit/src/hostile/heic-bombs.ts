import { BitWriter } from './bits.ts';
import { withPayload } from './heic-boxes.ts';

/** Changes the dimensions in the nth `ispe` box, counting from 0. */
function withExtents(file: Buffer, widthPx: number, heightPx: number, nth = 0): Buffer {
  const change = (payload: Buffer) => {
    payload.writeUInt32BE(widthPx, 4);
    payload.writeUInt32BE(heightPx, 8);
    return payload;
  };
  return withPayload(file, 'ispe', change, nth);
}

export const floodHeic = (plain: Buffer) => withExtents(plain, 30_000, 30_000);

/** Returns a HEIC file cropped to 64 × 48 pixels whose header declares a coded image of 30,000 × 30,000 pixels. */
export const croppedFloodHeic = (cropped: Buffer) => withExtents(cropped, 30_000, 30_000);

/**
 * Returns a HEIC file that declares small dimensions in its container, but 16,000 × 16,000 pixels in its coded stream.
 */
export function codedFloodHeic(plain: Buffer, sidePx = 16_000): Buffer {
  return withPayload(plain, 'hvcC', (config) => withCodedSize(config, sidePx));
}

/**
 * Returns a HEIC file with `sidePx` as its dimensions, both in the coded stream and in the container. All but a corner
 * of the image is cropped away.
 */
export function croppedCodedFloodHeic(cropped: Buffer, sidePx = 16_000): Buffer {
  return withExtents(codedFloodHeic(cropped, sidePx), sidePx, sidePx);
}

/** Returns a HEIC grid of 256 × 255 tiles that all refer to the same tile. The header declares small dimensions. */
export function gridBombHeic(grid: Buffer): Buffer {
  const [columns, rows] = [256, 255];
  const links = (payload: Buffer) => {
    const all = Buffer.alloc(4 + columns * rows * 2);
    payload.copy(all, 0, 0, 2);
    all.writeUInt16BE(columns * rows, 2);
    for (let at = 4; at < all.length; at += 2) all.writeUInt16BE(1, at);
    return all;
  };
  const file = withPayload(grid, 'dimg', links);
  // Update the grid item at the end of the file: version, flags, rows and columns minus one, and dimensions.
  file.writeUInt8(rows - 1, file.length - 6);
  file.writeUInt8(columns - 1, file.length - 5);
  return file;
}

/** Returns a HEIC grid whose tiles refer to the grid itself. */
export function selfMadeHeic(grid: Buffer): Buffer {
  return withPayload(grid, 'dimg', (payload) => {
    for (let at = 4; at < payload.length; at += 2) payload.copy(payload, at, 0, 2);
    return payload;
  });
}

/** Returns a HEIC file with many empty boxes. Parsing an eight-byte box costs far more than receiving it. */
export function boxFloodHeic(plain: Buffer, count = 6_000_000): Buffer {
  const empty = Buffer.from('\0\0\0\x08free', 'latin1');
  return withPayload(plain, 'ipco', (payload) => Buffer.concat([payload, Buffer.alloc(count * 8, empty)]));
}

/** Returns a HEIC image with 255 rotations per entry, about three million in total by default. */
export function turnFloodHeic(turned: Buffer, entries = 12_000): Buffer {
  return withPayload(turned, 'ipma', (payload) => {
    const head = Buffer.from(payload.subarray(0, 8));
    head.writeUInt32BE(entries, 4);
    const own = payload.subarray(8);
    const turn = own.at(-1) ?? 0;
    const again = Buffer.from([...own.subarray(0, 2), 255, ...Array<number>(255).fill(turn)]);
    return Buffer.concat([head, own, Buffer.alloc(again.length * (entries - 1), again)]);
  });
}

const sequenceParameters = 33;
/**
 * Number of bits before the first parameter: unit header, parameter set id, layer count, profile and level (ITU-T
 * H.265, 7.3.1.2 and 7.3.2.2).
 */
const bitsBeforeId = 16 + 8 + 96;

/**
 * Returns a decoder configuration (ISO/IEC 14496-15, 8.3.3.1) with changed dimensions in its sequence parameter set.
 */
function withCodedSize(config: Buffer, sidePx: number): Buffer {
  const parts = [config.subarray(0, 23)];
  for (let at = 23, left = config[22] ?? 0; left > 0; left--) {
    const end = at + 5 + config.readUInt16BE(at + 3);
    const isParameters = ((config[at] ?? 0) & 63) === sequenceParameters;
    parts.push(isParameters ? resized(config.subarray(at, end), sidePx) : config.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}

/** Changes the dimensions in an array that contains a single sequence parameter set. */
function resized(array: Buffer, sidePx: number): Buffer {
  const bits = [...unescaped(array.subarray(5))].flatMap((byte) =>
    Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1),
  );
  let at = bitsBeforeId;
  const golomb = () => {
    const zeros = bits.indexOf(1, at) - at;
    const value = Number.parseInt(bits.slice(at + zeros, at + 2 * zeros + 1).join(''), 2) - 1;
    at += 2 * zeros + 1;
    return value;
  };
  golomb();
  const hasThreePlanes = golomb() === 3;
  if (hasThreePlanes) at++;
  const sizeAt = at;
  golomb();
  golomb();
  const writer = new BitWriter();
  for (const bit of bits.slice(0, sizeAt)) writer.high(bit, 1);
  writer.golomb(sidePx).golomb(sidePx);
  for (const bit of bits.slice(at)) writer.high(bit, 1);
  const unit = escaped(writer.bytes('high'));
  const head = Buffer.from(array.subarray(0, 5));
  head.writeUInt16BE(unit.length, 3);
  return Buffer.concat([head, unit]);
}

/** Removes emulation prevention bytes, which are bytes with value 3 after two zeros (ITU-T H.265, 7.4.2). */
function unescaped(unit: Buffer): Buffer {
  return Buffer.from(unit.filter((byte, at) => !(byte === 3 && unit[at - 1] === 0 && unit[at - 2] === 0)));
}

function escaped(unit: Buffer): Buffer {
  const out: number[] = [];
  for (const byte of unit) {
    if (byte <= 3 && out.at(-1) === 0 && out.at(-2) === 0) out.push(3);
    out.push(byte);
  }
  return Buffer.from(out);
}
