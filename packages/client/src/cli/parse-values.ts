import { fileSizeLimits } from '@gossamer/contracts/settings';
import {
  type VariantDensity,
  variantDensities,
  variantWidthLimits,
} from '@gossamer/contracts/variant-settings';
import { InvalidArgumentError } from 'commander';

/* Parsers for the values of options. They throw InvalidArgumentError, which commander reports. */

/** Returns a parser for whole numbers. */
export const between =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}.`);
  };

/** Returns a parser for lists, which returns the values in the order of `values`. */
export const listOf =
  <T extends string>(values: readonly T[]) =>
  (text: string): T[] => {
    const asked = text.split(',').map((value) => value.trim());
    const known = values.filter((value) => asked.includes(value));
    if (asked.every((value) => known.some((one) => one === value))) return known;
    throw new InvalidArgumentError(`Must be a list of ${values.join(', ')}, separated by commas.`);
  };

/** Parses a color such as `#ffffff`. */
export const color = (text: string): string => {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text;
  throw new InvalidArgumentError('Must be a color such as #ffffff.');
};

/**
 * Returns a parser for file sizes such as `50000`, `50KB` or `1.5MB`. A kilobyte counts as 1,000 bytes in a maximum and
 * as 1,024 in a minimum, so that the result meets the limits under both definitions.
 */
export const fileSize =
  (kilobyte: 1_000 | 1_024) =>
  (text: string): number => {
    const [, digits = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)\s?(KB|MB)?$/i.exec(text.trim()) ?? [];
    const factors: Record<string, number> = { KB: kilobyte, MB: kilobyte ** 2 };
    const value = Math.floor(Number(digits || Number.NaN) * (factors[unit.toUpperCase()] ?? 1));
    if (value >= fileSizeLimits.minBytes && value <= fileSizeLimits.maxBytes) return value;
    throw new InvalidArgumentError('Must be a size from 100 bytes to 100 MB, for example 50KB.');
  };

/** Parses a list of widths in pixels, which can contain `original`. */
export const widths = (text: string): (number | 'original')[] =>
  text.split(',').map((value) => {
    const width = value.trim();
    if (width === 'original') return width;
    const { minPx, maxPx } = variantWidthLimits;
    const widthPx = /^\d{1,5}$/.test(width) ? Number(width) : Number.NaN;
    if (widthPx >= minPx && widthPx <= maxPx) return widthPx;
    throw new InvalidArgumentError(`Must be a list of whole numbers from ${minPx} to ${maxPx}, or original.`);
  });

/** Parses a list of screen densities. */
export const densities = (text: string): VariantDensity[] => {
  const known = listOf(variantDensities.map(String))(text).map(Number);
  return variantDensities.filter((density) => known.includes(density));
};
