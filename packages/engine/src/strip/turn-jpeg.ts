import { runJpegtran } from '#run-jpegtran';
import { recodeJpeg } from './lossless-jpeg.ts';

/**
 * Memory limit for jpegtran in megabytes. This is sufficient for 48 megapixels in 4:2:0 or 24 megapixels in 4:4:4;
 * larger images are rejected.
 */
export const maxTurnMegabytes = 300;

/** jpegtran options that rotate or mirror an image upright, by EXIF orientation (EXIF 2.32, tag 0x0112). */
const transforms: Record<number, string[]> = {
  2: ['-flip', 'horizontal'],
  3: ['-rotate', '180'],
  4: ['-flip', 'vertical'],
  5: ['-transpose'],
  6: ['-rotate', '90'],
  7: ['-transverse'],
  8: ['-rotate', '270'],
};

/**
 * Losslessly rotates and mirrors a stripped JPEG upright. The result has no orientation tag. Returns undefined if a
 * side that would be mirrored ends with a partial block, if the file is damaged or too large, or if jpegtran is not
 * installed.
 */
export async function turnJpeg(stripped: Buffer, orientation: number): Promise<Buffer | undefined> {
  const transform = transforms[orientation];
  if (!transform) return undefined;
  const args = ['-copy', 'all', '-perfect', '-maxmemory', String(maxTurnMegabytes * 1_000), ...transform];
  const turned = await runJpegtran(args, stripped);
  return turned && ((await recodeJpeg(turned)) ?? turned);
}

/** Returns whether jpegtran is installed and can be run. */
export async function canTurnJpegs(): Promise<boolean> {
  return (await runJpegtran(['-version'])) !== undefined;
}
