import type { FailureCode } from '@gossamer/contracts/errors';
import { readDirectories, type TiffDirectory } from './read-directories.ts';

/** Bits of NewSubfileType: the image is a smaller version of another one, or a transparency mask. */
const reducedBit = 1;
const maskBit = 4;
/** Photometric interpretations of sensor data: color filter array and linear RAW (TIFF/EP, DNG 1.6). */
const sensorPhotometrics = [32_803, 34_892];

/**
 * Returns why a readable TIFF is not accepted, or undefined: `camera_raw` for files such as DNG, NEF, CR2 and ARW, of
 * which only a thumbnail could be read, and `multiple_images` for several pages, of which only the first would be kept.
 */
export function tiffRefusal(original: Uint8Array): FailureCode | undefined {
  const file = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
  const { pages, nested } = readDirectories(file);
  if (isCameraRaw(file, pages, nested)) return 'camera_raw';
  const full = pages.filter(({ subfileType }) => (subfileType & (reducedBit | maskBit)) === 0);
  return full.length > 1 ? 'multiple_images' : undefined;
}

function isCameraRaw(file: Buffer, pages: TiffDirectory[], nested: TiffDirectory[]): boolean {
  // Canon writes its own signature after that of TIFF.
  if (file.toString('latin1', 8, 10) === 'CR') return true;
  const [first] = pages;
  const isThumbnail = first !== undefined && (first.subfileType & reducedBit) !== 0;
  return (
    [...pages, ...nested].some(
      ({ isDng, photometric }) => isDng || sensorPhotometrics.includes(photometric),
    ) ||
    // The main image of a RAW file is nested in the directory of its thumbnail.
    (isThumbnail && nested.length > 0)
  );
}
