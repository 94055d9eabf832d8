import { tiffRefusal } from '../tiff/tiff-refusal.ts';
import type { Input } from './codec.ts';

/** TIFF with one image. It is never written, because browsers do not display TIFF. */
export const format = 'tiff';

export const input: Input = {
  format,
  refusalOf: tiffRefusal,
  // Always returns undefined, because a TIFF original is never returned as the result.
  strip: () => undefined,
};
