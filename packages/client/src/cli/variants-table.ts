import { formatBytes, formatNumber } from '@gossamer/contracts/english-figures';
import { formatNames } from '@gossamer/contracts/formats';
import type { SkipReason } from '../variants.ts';
import type { WrittenVariants } from './outcome.ts';

const reasons: Record<SkipReason, string> = {
  'wider-than-original': 'wider than the original',
  'not-smaller-than-larger': 'not smaller than the next wider one',
  'not-smaller-than-fallback': 'not smaller than the JPEG or PNG',
  'too-large-for-format': 'too large for the format',
};

/**
 * Returns the lines of a table with a row for each width and a column for each format, followed by the variants that were
 * skipped and the files with markup.
 */
export function variantLines({ files, skipped, markup }: WrittenVariants): string[] {
  const formats = [...new Set(files.map(({ format }) => format))];
  const widthsPx = [...new Set(files.map(({ widthPx }) => widthPx))].sort((one, other) => one - other);
  const rows = [
    ['width', ...formats.map((format) => formatNames[format])],
    ...widthsPx.map((widthPx) => [
      `${widthPx} px`,
      ...formats.map((format) => {
        const file = files.find((each) => each.format === format && each.widthPx === widthPx);
        return file ? formatBytes(file.sizeBytes) : '–';
      }),
    ]),
  ];
  const skips = skipped.map(({ format, widthPx, reason }) => {
    const name = format ? `${formatNames[format]}, ` : '';
    return `  skipped: ${name}${formatNumber(widthPx)} px (${reasons[reason]})`;
  });
  return [...aligned(rows), ...skips, ...markup.map((path) => `  markup: ${path}`)];
}

function aligned(rows: string[][]): string[] {
  const lengths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) => `  ${row.map((cell, column) => cell.padStart(lengths[column] ?? 0)).join('  ')}`);
}
