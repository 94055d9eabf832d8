import type { WebVariantGroup } from '@gossamer/contracts/compressions';
import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { SkippedVariant, SkipReason } from '@gossamer/contracts/variants';

type File = WebVariantGroup['files'][number];

/** The files of a group by width and format. A cell has no file if the variant was not made. */
export type VariantTable = {
  formats: EncodedFormat[];
  rows: { widthPx: number; heightPx: number; cells: { format: EncodedFormat; file: File | undefined }[] }[];
};

/** Returns the files of a group as a table with ascending widths. The formats keep their order. */
export function variantTable({ files }: WebVariantGroup): VariantTable {
  const formats = [...new Set(files.map(({ format }) => format))];
  const heights = new Map(files.map(({ widthPx, heightPx }) => [widthPx, heightPx]));
  const rows = [...heights].map(([widthPx, heightPx]) => ({
    widthPx,
    heightPx,
    cells: formats.map((format) => ({
      format,
      file: files.find((file) => file.widthPx === widthPx && file.format === format),
    })),
  }));
  return { formats, rows: rows.sort((one, other) => one.widthPx - other.widthPx) };
}

export type SkippedGroup = { format: EncodedFormat | null; widthsPx: number[]; reason: SkipReason };

/** Groups skipped variants by format and reason, with ascending widths. */
export function groupSkipped(skipped: readonly SkippedVariant[]): SkippedGroup[] {
  const groups = new Map<string, SkippedGroup>();
  for (const { format, widthPx, reason } of skipped) {
    const key = `${format}-${reason}`;
    const group = groups.get(key) ?? { format, widthsPx: [], reason };
    group.widthsPx.push(widthPx);
    groups.set(key, group);
  }
  for (const { widthsPx } of groups.values()) widthsPx.sort((one, other) => one - other);
  return [...groups.values()];
}
