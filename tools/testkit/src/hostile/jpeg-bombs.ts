import { BitWriter } from './bits.ts';

const startOfImage = Buffer.from([0xff, 0xd8]);
const endOfImage = Buffer.from([0xff, 0xd9]);

function segment(marker: number, payload: Uint8Array | number[]): Buffer {
  const body = Buffer.from(payload);
  return Buffer.concat([Buffer.from([0xff, marker]), u16(body.length + 2), body]);
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);

/** Returns an intact JPEG whose frame header is changed to declare more pixels than the file contains. */
export function resizedJpeg(jpeg: Buffer, widthPx = 65_500, heightPx = 65_500): Buffer {
  const file = Buffer.from(jpeg);
  for (let at = 2; file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1] ?? 0;
    if (marker < 0xc0 || marker > 0xc2) continue;
    file.writeUInt16BE(heightPx, at + 5);
    file.writeUInt16BE(widthPx, at + 7);
    return file;
  }
  throw new Error('invalid JPEG: missing frame header');
}

const components = [1, 2, 3];
const coefficients = Array.from({ length: 63 }, (_, nth) => nth + 1);
/** Highest bit of a coefficient. Each bit is encoded in a separate scan, so a coefficient takes 14 scans. */
const highestBit = 13;
/** Length of an end-of-band run in blocks. It is encoded as code word 0 followed by 14 bits. */
const blocksInRun = 32_767;

/** Returns a valid progressive JPEG with 2,647 nearly empty scans, each of which covers all blocks. */
export function scanBombJpeg(sidePx = 7_000): Buffer {
  const blocks = Math.ceil(sidePx / 8) ** 2;
  const runs = new BitWriter();
  for (let done = 0; done < blocks; done += blocksInRun) runs.high(0, 1).high(0x3fff, 14);
  const runData = stuffed(runs.bytes('high', 1));
  const scans = components.flatMap((component) =>
    coefficients.flatMap((coefficient) =>
      Array.from({ length: highestBit + 1 }, (_, step) => {
        const low = highestBit - step;
        const high = step === 0 ? 0 : low + 1;
        const head = [1, component, 0, coefficient, coefficient, (high << 4) | low];
        return Buffer.concat([segment(0xda, head), runData]);
      }),
    ),
  );
  const dcHead = [3, ...components.flatMap((component) => [component, 0]), 0, 0, 0];
  return Buffer.concat([
    startOfImage,
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, ...u16(sidePx), ...u16(sidePx), 3, ...components.flatMap((id) => [id, 0x11, 0])]),
    segment(0xc4, [0x00, 1, ...Array<number>(15).fill(0), 0]),
    segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0xe0]),
    segment(0xda, dcHead),
    // All DC differences are 0, which takes one bit per difference.
    Buffer.alloc(Math.ceil((blocks * components.length) / 8)),
    ...scans,
    endOfImage,
  ]);
}

/** Applies JPEG byte stuffing: inserts a zero byte after each 0xff byte. */
function stuffed(data: Buffer): Buffer {
  return Buffer.from([...data].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
}

/** Returns a JPEG with many empty comment segments. Parsing a four-byte segment costs far more than receiving it. */
export function segmentFloodJpeg(jpeg: Buffer, count = 12_000_000): Buffer {
  return withSegments(jpeg, Buffer.alloc(count * 4, segment(0xfe, [])));
}

function withSegments(jpeg: Buffer, segments: Buffer): Buffer {
  return Buffer.concat([startOfImage, segments, jpeg.subarray(2)]);
}

const exifPointer = 0x8769;
const gpsPointer = 0x8825;
const directoryAt = 8;

/**
 * Returns an image file directory (IFD) with pointers to the EXIF directory, the GPS directory and the next directory.
 */
function directory(exifAt: number, gpsAt: number, nextAt: number): Buffer {
  const bytes = Buffer.alloc(2 + 2 * 12 + 4);
  bytes.writeUInt16LE(2, 0);
  for (const [nth, [tag, at]] of (
    [
      [exifPointer, exifAt],
      [gpsPointer, gpsAt],
    ] as const
  ).entries()) {
    bytes.writeUInt16LE(tag, 2 + nth * 12);
    bytes.writeUInt16LE(4, 4 + nth * 12);
    bytes.writeUInt32LE(1, 6 + nth * 12);
    bytes.writeUInt32LE(at, 10 + nth * 12);
  }
  bytes.writeUInt32LE(nextAt, 26);
  return bytes;
}

function withExif(jpeg: Buffer, ...directories: Buffer[]): Buffer {
  const head = Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1');
  return withSegments(jpeg, segment(0xe1, Buffer.concat([head, ...directories])));
}

/**
 * Returns a JPEG with an image file directory (IFD) whose pointers to the next IFD, the EXIF IFD and the GPS IFD all
 * refer back to it.
 */
export function exifLoopJpeg(jpeg: Buffer): Buffer {
  return withExif(jpeg, directory(directoryAt, directoryAt, directoryAt));
}

/** Returns a JPEG with a cycle of EXIF directories, 2,000 by default. Each directory points to the next. */
export function exifChainJpeg(jpeg: Buffer, count = 2_000): Buffer {
  const at = (nth: number) => directoryAt + (nth % count) * 30;
  const chain = Array.from({ length: count }, (_, nth) => directory(at(nth + 1), at(nth + 1), at(nth + 1)));
  return withExif(jpeg, ...chain);
}
