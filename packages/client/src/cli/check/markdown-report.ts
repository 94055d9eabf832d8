import { formatBytes, formatNumber } from '@gossamer/contracts/english-figures';
import { escapeHtml } from '@gossamer/contracts/escape-html';
import { type Checked, type CheckedImage, isImage, isOverBudget } from './checked.ts';
import {
  type CheckTotals,
  counted,
  describeExceeded,
  describeImage,
  describeSaving,
  describeTotals,
  skipReasons,
} from './describe.ts';
import { fitLines, markdownText, tableHead, tableRow } from './markdown-text.ts';

export interface MarkdownOptions {
  totals: CheckTotals;
  /** Maximum number of characters. The rows of the smallest savings are left out beyond it. */
  maxLength: number;
  /** Sentences that follow the totals, as Markdown. */
  notes?: readonly string[];
  /** Returns the URL of an image in the repository, or undefined if there is none. */
  thumbnailUrl?: ((image: CheckedImage, version: 'before' | 'after') => string | undefined) | undefined;
}

/** Width of thumbnails in pixels. */
const thumbnailPx = 120;
/** Characters that are reserved for the sentences about omitted rows. */
const reservedLength = 400;

/** Returns a report in GitHub's Markdown: totals, and tables of fixed, reported and failed images. */
export function markdownReport(found: readonly Checked[], options: MarkdownOptions): string {
  const { totals, maxLength, notes = [] } = options;
  const images = found.filter(isImage).sort(bySaving);
  const isReported = (image: CheckedImage) =>
    image.status === 'checked' && isOverBudget(image, { failOnSavings: true });
  const estimates = totals.isEstimate ? [estimateNote] : [];
  let text = [describeTotals(totals), ...estimates, ...notes].join('\n\n');
  const tables = [
    fixedTable(
      images.filter(({ status }) => status === 'fixed'),
      options,
    ),
    reportedTable(images.filter(isReported), options),
    otherTable(found.filter((checked) => !isImage(checked))),
  ];
  for (const { head, rows } of tables) {
    if (rows.length === 0) continue;
    const left = maxLength - reservedLength - text.length - head.length - 4;
    const { text: body, omitted } = fitLines(rows, left);
    if (omitted < rows.length) text += `\n\n${head}\n${body}`;
    if (omitted > 0) text += `\n\n${counted(omitted, 'more image')} not shown.`;
  }
  return `${text}\n`;
}

const estimateNote = 'Estimates come from the server. The actual results are usually a little smaller.';

interface Table {
  head: string;
  rows: string[];
}

function fixedTable(images: readonly CheckedImage[], options: MarkdownOptions): Table {
  const columns = ['fixed image', 'before', 'after', 'saved', ...problemColumn(images)];
  const rows = images.map((image) => {
    const { originalBytes, resultBytes } = image.saving ?? { originalBytes: 0, resultBytes: 0 };
    return tableRow([
      nameCell(image),
      withThumbnail(formatBytes(originalBytes), image, 'before', options),
      withThumbnail(formatBytes(resultBytes), image, 'after', options),
      image.saving ? describeSaving(image.saving) : '',
      ...problemColumn(images).map(() => problemCell(image)),
    ]);
  });
  return { head: tableHead(columns), rows };
}

function reportedTable(images: readonly CheckedImage[], options: MarkdownOptions): Table {
  const columns = ['image', 'size', 'can be saved', ...problemColumn(images)];
  const rows = images.map((image) =>
    tableRow([
      nameCell(image),
      withThumbnail(formatBytes(image.sizeBytes), image, 'before', options),
      image.saving ? describeSaving(image.saving) : '',
      ...problemColumn(images).map(() => problemCell(image)),
    ]),
  );
  return { head: tableHead(columns), rows };
}

/** Returns the column for exceeded limits, if an image exceeds one. */
const problemColumn = (images: readonly CheckedImage[]): string[] =>
  images.some(({ exceeded }) => exceeded.length > 0) ? ['over the budget'] : [];

const problemCell = ({ exceeded }: CheckedImage) => exceeded.map(describeExceeded).join('<br>');

function otherTable(found: readonly Checked[]): Table {
  const rows = found.flatMap((checked) => {
    if (isImage(checked)) return [];
    const reason =
      checked.status === 'failed'
        ? markdownText(`${checked.message} (${checked.code})`)
        : `skipped: ${skipReasons[checked.reason]}`;
    return [tableRow([codeOf(checked.path), reason])];
  });
  return { head: tableHead(['not checked', 'reason']), rows };
}

const codeOf = (path: string) => `<code>${markdownText(path)}</code>`;
const nameCell = (image: CheckedImage) => `${codeOf(image.path)}<br>${describeImage(image)}`;

function withThumbnail(
  text: string,
  image: CheckedImage,
  version: 'before' | 'after',
  { thumbnailUrl }: MarkdownOptions,
): string {
  const url = thumbnailUrl?.(image, version);
  return url ? `<img src="${escapeHtml(url)}" width="${thumbnailPx}" alt=""><br>${text}` : text;
}

/** Sorts images by their savings, the largest first, and then by path. */
function bySaving(one: CheckedImage, other: CheckedImage): number {
  const saved = ({ saving }: CheckedImage) => (saving ? saving.originalBytes - saving.resultBytes : 0);
  return saved(other) - saved(one) || (one.path < other.path ? -1 : 1);
}

/** Returns a heading such as "3 of 40 images are over the budget". */
export function headingOf({ images, overBudget, failed }: CheckTotals): string {
  if (failed > 0) return `${counted(failed, 'image')} could not be checked`;
  if (overBudget === 0) return 'All images are within the budget';
  return `${formatNumber(overBudget)} of ${counted(images, 'image')} ${overBudget === 1 ? 'is' : 'are'} over the budget`;
}
