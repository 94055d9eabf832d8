import type { EncodedFormat } from './formats.ts';
import type { CompressionSettings } from './settings.ts';

/** Formats of variants in addition to the fallback, in the order in which a web page offers them to browsers. */
export const variantFormats = ['avif', 'jxl', 'webp'] as const;
export type VariantFormat = (typeof variantFormats)[number];
export const defaultVariantFormats: readonly VariantFormat[] = ['avif', 'webp'];

/** Ratios of image pixels to CSS pixels for which variants can be made. Phones have screens of 2 or 3. */
export const variantDensities = [1, 2, 3] as const;
export type VariantDensity = (typeof variantDensities)[number];

/** Range of widths in pixels that can be requested, and the maximum number of widths after applying the densities. */
export const variantWidthLimits = { minPx: 16, maxPx: 16_383, maxWidths: 12 } as const;

/**
 * Requests one compression in several widths and formats for a web page. Each width is made in each of the formats, and
 * as a JPEG or PNG for browsers that support none of them (the fallback).
 */
export interface VariantSettings {
  /** Widths in CSS pixels in ascending order, followed by `original` if the original's width is requested. */
  widths: (number | 'original')[];
  /** Ratios of image pixels to CSS pixels, in ascending order. Each width is multiplied by each density. */
  densities: VariantDensity[];
  /** Formats in addition to the fallback, in the order of `variantFormats`. */
  formats: VariantFormat[];
}

/** Variants as a client requests them, with lists in any order. */
export interface AskedVariants {
  widths: readonly (number | 'original')[];
  densities?: readonly VariantDensity[] | undefined;
  formats?: readonly VariantFormat[] | undefined;
}

/** Returns the variants as they are stored: sorted and with default values, so that equal requests are equal. */
export function toVariantSettings({ widths, densities = [1], formats }: AskedVariants): VariantSettings {
  const numbers = widths.filter((width) => width !== 'original');
  const ascending = [...new Set(numbers)].sort((one, other) => one - other);
  const named = formats ?? defaultVariantFormats;
  return {
    widths: widths.includes('original') ? [...ascending, 'original'] : ascending,
    densities: variantDensities.filter((density) => densities.includes(density)),
    formats: variantFormats.filter((format) => named.includes(format)),
  };
}

/** Returns the requested widths in image pixels in ascending order, without the original's. */
export function requestedWidthsPx({ widths, densities }: VariantSettings): number[] {
  const products = widths.flatMap((width) =>
    width === 'original' ? [] : densities.map((density) => width * density),
  );
  return [...new Set(products)].sort((one, other) => one - other);
}

/**
 * Returns the widths of the variants in pixels, in descending order, and the requested widths that are skipped because
 * the original is narrower. The original's width replaces these.
 */
export function variantWidths(
  originalWidthPx: number,
  settings: VariantSettings,
): { widthsPx: number[]; tooWidePx: number[] } {
  const requested = requestedWidthsPx(settings);
  const tooWidePx = requested.filter((widthPx) => widthPx > originalWidthPx);
  const isOriginalUsed = tooWidePx.length > 0 || settings.widths.includes('original');
  const possible = requested.filter((widthPx) => widthPx <= originalWidthPx);
  const widthsPx = [...new Set([...possible, ...(isOriginalUsed ? [originalWidthPx] : [])])];
  return { widthsPx: widthsPx.sort((one, other) => other - one), tooWidePx };
}

/**
 * Returns the format and number of pixels of each file in a group of variants, to estimate its cost. The fallback is
 * assumed to be a JPEG, and the original to have the aspect ratio of `original`.
 */
export function variantFilesOf(
  original: { widthPx: number; heightPx: number },
  settings: VariantSettings,
): { format: EncodedFormat; pixels: number }[] {
  const { widthsPx } = variantWidths(original.widthPx, settings);
  return widthsPx.flatMap((widthPx) => {
    const pixels = widthPx * Math.max(1, Math.round((widthPx * original.heightPx) / original.widthPx));
    return [...settings.formats, 'jpeg' as const].map((format) => ({ format, pixels }));
  });
}

/**
 * Returns whether the settings can be combined with variants, which determine the formats and sizes themselves. An
 * archive or a limit on the file size applies to a single file.
 */
export function allowsVariants(settings: CompressionSettings): boolean {
  const { format, formats, resize, maxBytes, minBytes, archive } = settings;
  const others = [formats, maxBytes, minBytes, archive];
  return format === 'auto' && resize === null && others.every((other) => other === undefined);
}
