import { markers, readSegments } from '../strip/jpeg-segments.ts';

/**
 * First 16 luma quantization steps in zigzag order at quality 50. One table is from the JPEG standard (T.81, K.1), the
 * other from mozjpeg.
 */
const standardSteps = [16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40];
const mozjpegSteps = [16, 16, 16, 16, 17, 16, 18, 20, 20, 18, 25, 27, 24, 27, 25, 37];

/**
 * Returns the quality, 1 to 100, at which a JPEG was encoded. It is derived from the luma quantization table and uses
 * libjpeg's scale. Returns undefined if the file has no readable table.
 */
export function jpegSourceQuality(file: Uint8Array): number | undefined {
  const steps = readLumaSteps(file);
  if (!steps) return undefined;
  // In mozjpeg's table, the first two steps are equal; in the standard table, the second step is smaller.
  const reference = (steps[1] ?? 0) >= (steps[0] ?? 0) ? mozjpegSteps : standardSteps;
  const scalePercent = (100 * sum(steps)) / sum(reference);
  const quality = scalePercent <= 100 ? 100 - scalePercent / 2 : 5000 / scalePercent;
  return Math.min(100, Math.max(1, Math.round(quality)));
}

function readLumaSteps(file: Uint8Array): number[] | undefined {
  const tables = readSegments(file)?.find(({ marker }) => marker === markers.quantisationTables);
  // All known encoders write the luma table first. The byte 0 means 8-bit precision and table number 0.
  if (tables?.payload[0] !== 0 || tables.payload.length < 65) return undefined;
  return [...tables.payload.subarray(1, 17)];
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
