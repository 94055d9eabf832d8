import { type EncodedFormat, extensions } from './formats.ts';
import { splitFilename } from './split-filename.ts';
import { variantFormats } from './variant-settings.ts';

/*
 * Names and roles of variants. This file does not import zod, because the published client includes it.
 */

/** Format and width of a variant, which identify it within its group. */
export interface VariantSize {
  format: EncodedFormat;
  widthPx: number;
}

/** Returns the files of a group in a format that all browsers support: JPEG, or PNG for transparent images. */
export function fallbacks<File extends { format: EncodedFormat }>(files: readonly File[]): File[] {
  return files.filter(({ format }) => !variantFormats.some((additional) => additional === format));
}

/** Returns the file name of a variant: `harbor-800w.avif` for `harbor.jpg`. */
export function variantFilename(originalFilename: string, { widthPx, format }: VariantSize): string {
  return `${splitFilename(originalFilename).stem}-${widthPx}w.${extensions[format]}`;
}
