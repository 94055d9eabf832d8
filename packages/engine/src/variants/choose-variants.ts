import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { VariantFormat } from '@gossamer/contracts/variant-settings';
import type { SkippedVariant, SkipReason } from '@gossamer/contracts/variants';

type Made = { format: EncodedFormat; widthPx: number; data: Uint8Array };

/**
 * Returns the variants that are worth offering, and the others with the reason. An additional format must need fewer
 * bytes in total than the fallback, and a narrower variant fewer than the next wider one of its format.
 * @param made all variants; within a format, widths are in descending order
 * @param formats the additional formats in the order in which browsers should try them
 */
export function chooseVariants<T extends Made>(
  made: readonly T[],
  formats: readonly VariantFormat[],
): { files: T[]; skipped: SkippedVariant[] } {
  const skipped: SkippedVariant[] = [];
  const skip = ({ format, widthPx }: T, reason: SkipReason) => skipped.push({ format, widthPx, reason });
  const fallback = made.filter(({ format }) => !isAdditional(format, formats));
  const files: T[] = [];
  for (const format of formats) {
    const ofFormat = made.filter((file) => file.format === format);
    const widths = new Set(ofFormat.map(({ widthPx }) => widthPx));
    const ofFallback = fallback.filter(({ widthPx }) => widths.has(widthPx));
    if (totalBytes(ofFormat) < totalBytes(ofFallback)) files.push(...descending(ofFormat, skip));
    else for (const file of ofFormat) skip(file, 'not-smaller-than-fallback');
  }
  return { files: [...files, ...descending(fallback, skip)], skipped };
}

/** Returns the files, each smaller than the one before, in ascending order of width. The widest file is always kept. */
function descending<T extends Made>(files: readonly T[], skip: (file: T, reason: SkipReason) => void): T[] {
  let smallest = Infinity;
  const kept = files.filter((file) => {
    const isSmaller = file.data.length < smallest;
    if (isSmaller) smallest = file.data.length;
    else skip(file, 'not-smaller-than-larger');
    return isSmaller;
  });
  return kept.reverse();
}

const isAdditional = (format: EncodedFormat, formats: readonly VariantFormat[]) =>
  formats.some((additional) => additional === format);

const totalBytes = (files: readonly Made[]) => files.reduce((sum, { data }) => sum + data.length, 0);
