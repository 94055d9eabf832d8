import { z } from 'zod';
import { colorChoices, hdrChoices } from './color-choices.ts';
import { encodedFormats, outputFormats } from './formats.ts';
import { isArchivable } from './is-archivable.ts';
import {
  type CompressionSettings,
  colorFilters,
  croppingFits,
  fileSizeLimits,
  maxQuality,
  maxResizePercent,
  maxResizePx,
  minQuality,
  preservableMetadata,
  resizeFits,
  unreachableChoices,
} from './settings.ts';
import { allowsVariants, toVariantSettings, variantDensities, variantFormats } from './variant-settings.ts';

const sidePx = z.int().min(1).max(maxResizePx);

const resize = z
  .object({
    widthPx: sidePx.optional(),
    heightPx: sidePx.optional(),
    percent: z.int().min(1).max(maxResizePercent).optional(),
    maintainAspect: z.boolean(),
    fit: z.enum(resizeFits).optional(),
  })
  .refine(({ widthPx, heightPx, percent, fit }) => {
    if (percent !== undefined) return !widthPx && !heightPx && !fit;
    const needsBoth = croppingFits.some((cropping) => cropping === fit);
    return needsBoth ? Boolean(widthPx && heightPx) : Boolean(widthPx || heightPx);
  });

const fileBytes = z.int().min(fileSizeLimits.minBytes).max(fileSizeLimits.maxBytes);

const isUnique = (values: string[]) => new Set(values).size === values.length;

const formats = z.array(z.enum(encodedFormats)).min(1).refine(isUnique);

/** Returns whether the values are sorted and unique. Otherwise, equal settings could be serialized differently. */
const isAscending = (values: string[]) =>
  isUnique(values) && values.every((value, at) => value === values.toSorted()[at]);

/** Widths and formats for a web page, with default values. */
export const variantSettings = z.object({
  widths: z.array(z.union([z.int().min(1), z.literal('original')])).min(1),
  densities: z.array(z.literal(variantDensities)).min(1),
  formats: z.array(z.enum(variantFormats)),
});
/** The variants must be sorted, so that equal variants are equal. */
const variants = variantSettings.refine(
  (asked) => JSON.stringify(toVariantSettings(asked)) === JSON.stringify(asked),
);

/**
 * The settings of one compression, as stored in queue jobs and database rows. Settings written by older versions lack
 * the optional fields.
 */
export const compressionSettings = z
  .object({
    quality: z.int().min(minQuality).max(maxQuality),
    format: z.enum(outputFormats),
    formats: formats.optional(),
    resize: resize.nullable(),
    filter: z.enum(colorFilters),
    background: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .optional(),
    preserve: z.array(z.enum(preservableMetadata)).refine(isAscending).optional(),
    color: z.enum(colorChoices).optional(),
    hdr: z.enum(hdrChoices).optional(),
    maxBytes: fileBytes.optional(),
    minBytes: fileBytes.optional(),
    onUnreachable: z.enum(unreachableChoices).optional(),
    archive: z.literal(true).optional(),
    variants: variants.optional(),
  })
  .refine((settings) => !settings.archive || isArchivable(settings))
  .refine((settings) => !settings.variants || allowsVariants(settings))
  .refine((settings) => settings.formats === undefined || settings.format === 'auto')
  .refine(
    ({ minBytes = 0, maxBytes = Infinity }) => minBytes <= maxBytes,
  ) satisfies z.ZodType<CompressionSettings>;
