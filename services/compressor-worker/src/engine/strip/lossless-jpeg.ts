import { compressJpeg } from '@napi-rs/image';
import { markers, readSegments, type Segment } from './jpeg-segments.ts';

/** Components of a frame that all decoders treat alike: grey and YCbCr. */
const plainComponents = [1, 3];
/** Start of frame, baseline or extended, of Huffman-coded DCT images; what is progressive already is left alone. */
const sequentialFrames = [0xc0, 0xc1];

/**
 * Recodes a stripped JPEG's coefficients losslessly in fewer bytes: progressive scans with own Huffman tables, by
 * mozjpeg. Undefined if that is unsafe (colours other than YCbCr or grey) or gains nothing.
 */
export async function recodeJpeg(stripped: Buffer): Promise<Buffer | undefined> {
  const segments = readSegments(stripped);
  const frame = segments?.find(({ marker }) => sequentialFrames.includes(marker));
  // Height, width and precision stand before the number of components.
  const isPlain = frame !== undefined && plainComponents.includes(frame.payload[5] ?? 0);
  const hasAdobe = segments?.some(({ marker }) => marker === markers.app14);
  if (!segments || !isPlain || hasAdobe) return undefined;
  // It rejects damage that decoding tolerates.
  const file = await compressJpeg(stripped, { quality: 100 }).catch(() => undefined);
  const recoded = file && readSegments(file);
  if (!recoded) return undefined;
  // The encoder drops the colour profile and orientation, so they are added again.
  const told = segments.filter(isApplication);
  return Buffer.concat([
    Buffer.from([0xff, markers.startOfImage]),
    ...told.map(({ bytes }) => bytes),
    ...recoded.filter((segment) => !isApplication(segment)).map(({ bytes }) => bytes),
    Buffer.from([0xff, markers.endOfImage]),
  ]);
}

function isApplication({ marker }: Segment): boolean {
  return marker >= markers.app0 && marker <= markers.app15;
}
