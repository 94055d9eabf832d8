import { compressJpeg } from '#optimizers';
import { markers, readSegments, type Segment } from './jpeg-segments.ts';

/** Numbers of color components that all decoders interpret in the same way: 1 (gray) and 3 (YCbCr). */
const plainComponents = [1, 3];
/**
 * Start-of-frame markers of baseline and extended sequential JPEGs with Huffman coding. Progressive JPEGs are not
 * recoded.
 */
const sequentialFrames = [0xc0, 0xc1];

/**
 * Losslessly recodes the coefficients of a stripped JPEG to save bytes: mozjpeg writes progressive scans with optimized
 * Huffman tables. Returns undefined if recoding fails or would be unsafe, because the colors are neither YCbCr nor
 * gray.
 */
export async function recodeJpeg(stripped: Buffer): Promise<Buffer | undefined> {
  const segments = readSegments(stripped);
  const frame = segments?.find(({ marker }) => sequentialFrames.includes(marker));
  // The number of components follows the precision, height and width.
  const isPlain = frame !== undefined && plainComponents.includes(frame.payload[5] ?? 0);
  const hasAdobe = segments?.some(({ marker }) => marker === markers.app14);
  if (!segments || !isPlain || hasAdobe) return undefined;
  // mozjpeg rejects damaged files that decoders tolerate.
  const file = await compressJpeg(stripped, { quality: 100 }).catch(() => undefined);
  const recoded = file && readSegments(file);
  if (!recoded) return undefined;
  // Add the color profile and the orientation again, because mozjpeg removes them.
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
