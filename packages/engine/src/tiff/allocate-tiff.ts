export type TiffShape = {
  widthPx: number;
  heightPx: number;
  /** Number of channels: 3 for RGB, 4 for RGB with straight alpha. */
  channels: 3 | 4;
  iccProfile: Buffer | undefined;
};

/** An uncompressed TIFF. `pixels` is a view into `file`. The caller must fill it with rows of pixels without gaps. */
export type Tiff = { file: Buffer; pixels: Buffer };

/** A TIFF field: tag, field type and values (TIFF 6.0, section 2). */
type Field = readonly [tag: number, type: 'short' | 'long' | 'bytes', values: readonly number[] | Buffer];

const fieldTypes = {
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  bytes: { code: 7, bytes: 1 },
};
const headerBytes = 8;
const fieldBytes = 12;
/** Target size of a TIFF strip in bytes. Readers load one strip into memory at a time. */
const stripTargetBytes = 1 << 20;

/**
 * Returns an uncompressed little-endian TIFF without its pixels, which the caller must fill in. TIFF is used because it
 * can pass pixels with a color profile to libvips.
 */
export function allocateTiff(shape: TiffShape): Tiff {
  // Lay out the fields twice, because the offset of the pixels is known only after the first time.
  const pixelsAt = layOut(fieldsOf(shape, 0)).endBytes;
  const { fields } = layOut(fieldsOf(shape, pixelsAt));
  const sizeBytes = shape.widthPx * shape.heightPx * shape.channels;
  const file = Buffer.allocUnsafeSlow(pixelsAt + sizeBytes).fill(0, 0, pixelsAt);
  file.write('II', 'latin1');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(headerBytes, 4);
  file.writeUInt16LE(fields.length, headerBytes);
  for (const [index, { field, valuesAt }] of fields.entries()) {
    writeField(file, headerBytes + 2 + index * fieldBytes, field, valuesAt);
  }
  return { file, pixels: file.subarray(pixelsAt) };
}

/** Returns the TIFF fields in ascending order of their tags, as the format requires. */
function fieldsOf({ widthPx, heightPx, channels, iccProfile }: TiffShape, pixelsAt: number): Field[] {
  const rowBytes = widthPx * channels;
  const stripRows = Math.min(heightPx, Math.max(1, Math.floor(stripTargetBytes / rowBytes)));
  const strips = Array.from({ length: Math.ceil(heightPx / stripRows) }, (_, nth) => nth * stripRows);
  const stripBytes = (row: number) => Math.min(stripRows, heightPx - row) * rowBytes;
  return [
    [256, 'long', [widthPx]],
    [257, 'long', [heightPx]],
    [258, 'short', Array<number>(channels).fill(8)],
    // Compression: none.
    [259, 'short', [1]],
    // Photometric interpretation: RGB.
    [262, 'short', [2]],
    [273, 'long', strips.map((row) => pixelsAt + row * rowBytes)],
    [277, 'short', [channels]],
    [278, 'long', [stripRows]],
    [279, 'long', strips.map(stripBytes)],
    // Planar configuration: interleaved channels.
    [284, 'short', [1]],
    // Extra sample: alpha that is not premultiplied.
    ...(channels === 4 ? ([[338, 'short', [2]]] as const) : []),
    ...(iccProfile ? ([[34675, 'bytes', iccProfile]] as const) : []),
  ];
}

/** Stores values of up to four bytes inside their field, and longer values after all fields. */
function layOut(all: Field[]) {
  let endBytes = headerBytes + 2 + all.length * fieldBytes + 4;
  const fields = all.map((field, index) => {
    const [, type, values] = field;
    const sizeBytes = values.length * fieldTypes[type].bytes;
    const valuesAt = sizeBytes > 4 ? endBytes : headerBytes + 2 + index * fieldBytes + 8;
    // Pad odd sizes, because values must begin at even offsets.
    if (sizeBytes > 4) endBytes += sizeBytes + (sizeBytes & 1);
    return { field, valuesAt };
  });
  return { fields, endBytes };
}

function writeField(file: Buffer, at: number, [tag, type, values]: Field, valuesAt: number): void {
  const { code, bytes } = fieldTypes[type];
  file.writeUInt16LE(tag, at);
  file.writeUInt16LE(code, at + 2);
  file.writeUInt32LE(values.length, at + 4);
  if (valuesAt !== at + 8) file.writeUInt32LE(valuesAt, at + 8);
  for (const [index, value] of values.entries()) file.writeUIntLE(value, valuesAt + index * bytes, bytes);
}
