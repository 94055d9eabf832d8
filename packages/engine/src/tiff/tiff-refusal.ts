import type { FailureCode } from '@gossamer/contracts/errors';
import { readDirectories, type TiffDirectory } from './read-directories.ts';

/** Bits of NewSubfileType. The first marks a smaller version of another image, the second a transparency mask. */
const reducedBit = 1;
const maskBit = 4;
/** Photometric interpretations of sensor data: color filter array and linear RAW (TIFF/EP, DNG 1.6). */
const sensorPhotometrics = [32_803, 34_892];

/**
 * Returns why a TIFF is not accepted although it can be read, or undefined if it is accepted. `camera_raw`: a file such
 * as DNG, NEF, CR2 or ARW, of which only a thumbnail could be read. `multiple_images`: a file with several pages, of
 * which only the first would be kept.
 */
export function tiffRefusal(original: Uint8Array): FailureCode | undefined {
  const file = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
  const { pages, nested } = readDirectories(file);
  if (isCameraRaw(file, pages, nested)) return 'camera_raw';
  const full = pages.filter(({ subfileType }) => (subfileType & (reducedBit | maskBit)) === 0);
  return full.length > 1 ? 'multiple_images' : undefined;
}

function isCameraRaw(file: Buffer, pages: TiffDirectory[], nested: TiffDirectory[]): boolean {
  // In Canon's RAW files, another signature follows that of TIFF.
  if (file.toString('latin1', 8, 10) === 'CR') return true;
  const [first] = pages;
  const isThumbnail = first !== undefined && (first.subfileType & reducedBit) !== 0;
  return (
    [...pages, ...nested].some(
      ({ isDng, photometric }) => isDng || sensorPhotometrics.includes(photometric),
    ) ||
    // In a RAW file, the main image is nested in the directory of its thumbnail.
    (isThumbnail && nested.length > 0)
  );
}
