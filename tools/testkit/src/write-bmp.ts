type Bits = 1 | 4 | 8 | 16 | 24 | 32;
export type BmpShape = {
  widthPx: number;
  heightPx: number;
  bits: Bits;
  /** Returns the stored value of a pixel: a palette index, or a color in the layout of the masks. */
  valueAt(x: number, y: number): number;
  /** Palette colors as 0xRRGGBB, for 1 to 8 bits per pixel. */
  palette?: number[];
  /** Bit masks of red, green, blue and alpha in a pixel of 16 or 32 bits. */
  masks?: readonly [number, number, number, number];
  isTopDown?: boolean;
  /** Whether to store rows with 4 or 8 bits per pixel as runs of equal pixels. */
  isRunLength?: boolean;
  /** ICC profile to embed. It requires the longest header type. */
  iccProfile?: Buffer;
};

const fileHeaderBytes = 14;
/** Header sizes in bytes: without masks and profile, with masks, and with a profile. */
const headerBytes = { plain: 40, masks: 108, profile: 124 };
const compressions = { none: 0, runs8: 1, runs4: 2, masks: 3 };

/** Returns a BMP file. The header type ranges from BITMAPINFOHEADER to BITMAPV5HEADER, depending on the shape. */
export function writeBmp(shape: BmpShape): Buffer {
  const { widthPx, heightPx, bits, palette = [], masks, iccProfile } = shape;
  const rows = Array.from({ length: heightPx }, (_, nth) => (shape.isTopDown ? nth : heightPx - 1 - nth));
  const write = shape.isRunLength ? runsOf : rowOf;
  const pixels = Buffer.concat([
    ...rows.map((y) => write(shape, y)),
    Buffer.from(shape.isRunLength ? [0, 1] : []),
  ]);
  const header = Buffer.alloc(headerBytes[iccProfile ? 'profile' : masks ? 'masks' : 'plain']);
  header.writeUInt32LE(header.length, 0);
  header.writeInt32LE(widthPx, 4);
  header.writeInt32LE(shape.isTopDown ? -heightPx : heightPx, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  header.writeUInt32LE(compressionOf(shape), 16);
  header.writeUInt32LE(pixels.length, 20);
  header.writeUInt32LE(palette.length, 32);
  for (const [nth, mask] of (masks ?? []).entries()) header.writeUInt32LE(mask >>> 0, 40 + nth * 4);
  const colors = Buffer.alloc(palette.length * 4);
  for (const [nth, color] of palette.entries()) colors.writeUIntLE(color, nth * 4, 3);
  const pixelsAt = fileHeaderBytes + header.length + colors.length;
  if (iccProfile) {
    header.write('DEBM', 56, 'latin1');
    header.writeUInt32LE(pixelsAt - fileHeaderBytes + pixels.length, 112);
    header.writeUInt32LE(iccProfile.length, 116);
  }
  const start = Buffer.alloc(fileHeaderBytes);
  start.write('BM', 'latin1');
  start.writeUInt32LE(pixelsAt + pixels.length + (iccProfile?.length ?? 0), 2);
  start.writeUInt32LE(pixelsAt, 10);
  return Buffer.concat([start, header, colors, pixels, iccProfile ?? Buffer.alloc(0)]);
}

function compressionOf({ bits, masks, isRunLength }: BmpShape): number {
  if (isRunLength) return bits === 4 ? compressions.runs4 : compressions.runs8;
  return masks ? compressions.masks : compressions.none;
}

/** Returns the bytes of a row, padded to a multiple of four. */
function rowOf({ widthPx, bits, valueAt }: BmpShape, y: number): Buffer {
  const row = Buffer.alloc(Math.ceil((widthPx * bits) / 32) * 4);
  for (let x = 0; x < widthPx; x++) {
    const value = valueAt(x, y);
    if (bits >= 8) row.writeUIntLE(value >>> 0, (x * bits) / 8, bits / 8);
    else {
      const at = Math.floor((x * bits) / 8);
      row[at] = (row[at] ?? 0) | (value << (8 - bits - ((x * bits) % 8)));
    }
  }
  return row;
}

/** Returns the bytes of a row as runs of one pixel each, followed by an end-of-line marker. */
function runsOf({ widthPx, bits, valueAt }: BmpShape, y: number): Buffer {
  const runs = Array.from({ length: widthPx }, (_, x) => [1, valueAt(x, y) << (8 - bits)]);
  return Buffer.from([...runs.flat(), 0, 0]);
}
