import { z } from 'zod';
import { encodedFormats, extensions } from './formats.ts';
import { fallbacks } from './variant-names.ts';

/** One file of a group of variants. */
export const variantFile = z.object({
  format: z.enum(encodedFormats),
  widthPx: z.int().min(1),
  heightPx: z.int().min(1),
  sizeBytes: z.int().min(1),
  sha256: z.string().length(64),
  /** SSIMULACRA2 score against the original in the same size; null if not measured. */
  score: z.number().nullable(),
});
export type VariantFile = z.infer<typeof variantFile>;

/**
 * Why a variant was not made or kept. `wider-than-original`: images are never enlarged. `not-smaller-than-larger`: the
 * next wider variant of the format does not need more bytes. `not-smaller-than-fallback`: the format does not need fewer
 * bytes than the fallback. `too-large-for-format`: the format cannot store an image of this size.
 */
export const skipReasons = [
  'wider-than-original',
  'not-smaller-than-larger',
  'not-smaller-than-fallback',
  'too-large-for-format',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** A requested variant that is not in the group. `format` is null if the width was skipped in all formats. */
export const skippedVariant = z.object({
  format: z.enum(encodedFormats).nullable(),
  widthPx: z.int().min(1),
  reason: z.enum(skipReasons),
});
export type SkippedVariant = z.infer<typeof skippedVariant>;

/** The files that were made from one image for a web page. */
export const variantGroup = z.object({
  /** By format, in the order in which browsers should try them, the fallback last; by width within a format. */
  files: z.array(variantFile).min(1),
  skipped: z.array(skippedVariant),
  /** ThumbHash of the image, encoded as Base64. */
  thumbHash: z.string(),
  /** A blurred version of the image, made from its ThumbHash, as a data URL of a few hundred bytes. */
  placeholderUrl: z.string().regex(/^data:image\//),
});
export type VariantGroup = z.infer<typeof variantGroup>;

/** Identifies a variant within its group, such as `800.avif`. It is the last part of the variant's URL. */
export const variantName = ({ widthPx, format }: Pick<VariantFile, 'widthPx' | 'format'>): string =>
  `${widthPx}.${extensions[format]}`;

/** Returns the storage key of a variant. The widest fallback is the result itself, which is stored under `resultKey`. */
export function variantKey(resultKey: string, group: VariantGroup, file: VariantFile): string {
  return file === mainVariant(group) ? resultKey : `${resultKey}-${variantName(file)}`;
}

/** Returns the widest fallback, which is also the result of the compression. */
export function mainVariant({ files }: VariantGroup): VariantFile {
  const widest = fallbacks(files).reduce((best, file) => (file.widthPx > best.widthPx ? file : best));
  return widest;
}
