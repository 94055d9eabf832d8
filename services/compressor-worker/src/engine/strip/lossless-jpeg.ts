import { compressJpeg } from '@napi-rs/image';
import { markers, readSegments, type Segment } from './jpeg-segments.ts';

/** Numbers of components that all decoders treat alike: grey and YCbCr. */
const plainComponents = [1, 3];
/** Start of frame of baseline or extended sequential Huffman-coded images; progressive images are not recoded. */
const sequentialFrames = [0xc0, 0xc1];

/**
 * Recodes a stripped JPEG's coefficients losslessly in fewer bytes, with progressive scans and optimized Huffman
 * tables, by mozjpeg. Returns undefined if that is unsafe (colors other than YCbCr or grey) or fails.
 */
export async function recodeJpeg(stripped: Buffer): Promise<Buffer | undefined> {
  const segments = readSegments(stripped);
  const frame = segments?.find(({ marker }) => sequentialFrames.includes(marker));
  // The number of components follows precision, height and width.
  const isPlain = frame !== undefined && plainComponents.includes(frame.payload[5] ?? 0);
  const hasAdobe = segments?.some(({ marker }) => marker === markers.app14);
  if (!segments || !isPlain || hasAdobe) return undefined;
  // The encoder rejects damage that decoders tolerate.
  const file = await compressJpeg(stripped, { quality: 100 }).catch(() => undefined);
  const recoded = file && readSegments(file);
  if (!recoded) return undefined;
  // The encoder drops the color profile and orientation, so they are added again.
  const metadata = segments.filter(isApplication);
  return Buffer.concat([
    Buffer.from([0xff, markers.startOfImage]),
    ...metadata.map(({ bytes }) => bytes),
    ...recoded.filter((segment) => !isApplication(segment)).map(({ bytes }) => bytes),
    Buffer.from([0xff, markers.endOfImage]),
  ]);
}

function isApplication({ marker }: Segment): boolean {
  return marker >= markers.app0 && marker <= markers.app15;
}
