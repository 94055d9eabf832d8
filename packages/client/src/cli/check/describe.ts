import { formatBytes, formatNumber, savedPercent } from '@gossamer/contracts/english-figures';
import { formatNames, type InputFormat, isEncodedFormat } from '@gossamer/contracts/formats';
import type { Checked, CheckedImage, ExceededLimit, ImageFacts, Saving, SkippedImage } from './checked.ts';
import { isImage, isOverBudget, isSavable } from './checked.ts';

/* Texts that the report on the terminal and the one in Markdown share. They contain no path. */

const nameOf = (format: InputFormat) =>
  isEncodedFormat(format) ? formatNames[format] : format.toUpperCase();

/** Returns facts such as "JPEG, 2,400 × 1,600". */
export function describeImage({ format, widthPx, heightPx }: ImageFacts): string {
  const size =
    widthPx === null || heightPx === null ? '' : `, ${formatNumber(widthPx)} × ${formatNumber(heightPx)}`;
  return `${nameOf(format)}${size}`;
}

/** Returns a text such as "about 1.2 MB (66%)". */
export function describeSaving({ originalBytes, resultBytes, isEstimate }: Saving): string {
  const saved = `${formatBytes(originalBytes - resultBytes)} (${savedPercent(originalBytes, resultBytes)}%)`;
  return isEstimate ? `about ${saved}` : saved;
}

/** Returns a text such as "1.2 MB of at most 200 KB". */
export function describeExceeded(exceeded: ExceededLimit): string {
  if (exceeded.limit === 'formats') {
    return `${nameOf(exceeded.actual)}, allowed: ${exceeded.allowed.map(nameOf).join(', ')}`;
  }
  const { limit, actual, allowed } = exceeded;
  if (limit === 'maxBytes') return `${formatBytes(actual)} of at most ${formatBytes(allowed)}`;
  const side = limit === 'maxWidthPx' ? 'wide' : 'high';
  return `${formatNumber(actual)} pixels ${side}, at most ${formatNumber(allowed)}`;
}

export const skipReasons: Record<SkippedImage['reason'], string> = {
  'git-lfs-pointer': 'a Git LFS pointer. Check out the content with "git lfs pull" to check it.',
  'symbolic-link': 'a symbolic link.',
};

/** Totals of a check. Sizes are in bytes. */
export interface CheckTotals {
  /** Number of images that were measured. */
  images: number;
  overBudget: number;
  fixed: number;
  skipped: number;
  failed: number;
  /** What could still be saved, and what was saved. */
  savableBytes: number;
  savedBytes: number;
  /** Whether `savableBytes` is an estimate. */
  isEstimate: boolean;
}

/** Sums up a check. */
export function totalsOf(found: readonly Checked[], config: { failOnSavings: boolean }): CheckTotals {
  const count = (test: (checked: Checked) => boolean) => found.filter(test).length;
  const images = found.filter(isImage);
  return {
    images: images.length,
    overBudget: count((checked) => isOverBudget(checked, config)),
    fixed: count(({ status }) => status === 'fixed'),
    skipped: count(({ status }) => status === 'skipped'),
    failed: count(({ status }) => status === 'failed'),
    savableBytes: sumOf(images.filter(isSavable)),
    savedBytes: sumOf(images.filter(({ status }) => status === 'fixed')),
    isEstimate: images.some((image) => isSavable(image) && image.saving.isEstimate),
  };
}

const sumOf = (images: readonly CheckedImage[]) =>
  images.reduce((sum, { saving }) => sum + (saving ? saving.originalBytes - saving.resultBytes : 0), 0);

/** Returns sentences such as "40 images checked, 2 over the budget. About 1.1 MB can be saved." */
export function describeTotals(totals: CheckTotals): string {
  if (totals.images + totals.skipped + totals.failed === 0) return 'No images to check.';
  const counts = [
    `${counted(totals.images, 'image')} checked`,
    ...(totals.fixed > 0 ? [`${formatNumber(totals.fixed)} fixed`] : []),
    totals.overBudget > 0 ? `${formatNumber(totals.overBudget)} over the budget` : 'none over the budget',
    ...(totals.skipped > 0 ? [`${formatNumber(totals.skipped)} skipped`] : []),
    ...(totals.failed > 0 ? [`${formatNumber(totals.failed)} failed`] : []),
  ];
  const saved = totals.savedBytes > 0 ? ` ${formatBytes(totals.savedBytes)} saved.` : '';
  const about = totals.isEstimate ? 'About ' : '';
  const savable = totals.savableBytes > 0 ? ` ${about}${formatBytes(totals.savableBytes)} can be saved.` : '';
  return `${counts.join(', ')}.${saved}${savable}`;
}

export const counted = (count: number, noun: string): string =>
  `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`;
