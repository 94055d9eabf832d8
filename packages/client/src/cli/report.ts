import { formatBytes, formatNumber, savedPercent } from '@gossamer/contracts/english-figures';
import type { Outcome } from './outcome.ts';
import type { Surroundings } from './program.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';
import { variantLines } from './variants-table.ts';
import { formatDuration } from './words.ts';

export interface Report {
  add(outcome: Outcome): void;
  /** Prints the totals and returns the number of failures. */
  finish(isInterrupted: boolean): number;
}

export interface ReportFlags {
  json?: true;
  quiet?: true;
  dryRun?: true;
}

type Finished = Extract<Outcome, { status: 'done' | 'delivered' }>;

/** Totals of all files so far. */
class Totals {
  readonly startedAt: number = performance.now();
  done = 0;
  failed = 0;
  skipped = 0;
  originalBytes = 0;
  resultBytes = 0;
  /** Lines that describe the results that a person should look at. */
  readonly toReview: string[] = [];

  add(outcome: Outcome): void {
    if (outcome.status === 'failed') this.failed += 1;
    else if (outcome.status === 'skipped') this.skipped += 1;
    else {
      this.done += 1;
      this.originalBytes += outcome.originalBytes;
      this.resultBytes += outcome.resultBytes;
      if ('needsReview' in outcome && outcome.needsReview) this.toReview.push(reviewLine(outcome));
    }
  }
}

/**
 * Creates a report in one of four formats: JSON, failures only, a progress bar (on a terminal) or one line per file.
 */
export function createReport(flags: ReportFlags, around: Surroundings, files: number): Report {
  const totals = new Totals();
  const { stdout, stderr } = around;
  const isWatched = stderr.isTTY && !flags.json && !flags.quiet && files > 0;
  const bar = isWatched ? createProgressBar(stderr, files) : undefined;
  const say = (line: string) => void stdout.write(`${line}\n`);
  return {
    add: (outcome) => {
      totals.add(outcome);
      if (flags.json) say(JSON.stringify({ type: 'file', ...withPercent(outcome) }));
      if (outcome.status === 'failed' && !flags.json) complain(outcome, bar, stderr);
      else if (!flags.json && !flags.quiet) linesOf(outcome, bar).forEach(bar?.say ?? say);
      bar?.step(totals.originalBytes - totals.resultBytes);
    },
    finish: (isInterrupted) => {
      bar?.stop();
      if (flags.json) say(JSON.stringify(totalOf(totals, files, isInterrupted)));
      else if (!flags.quiet) {
        say(sumUp(totals, files, { isInterrupted, isDryRun: flags.dryRun ?? false }));
        for (const line of reviewLines(totals)) say(line);
      }
      return totals.failed;
    },
  };
}

function complain(
  { path, message, code }: Extract<Outcome, { status: 'failed' }>,
  bar: ProgressBar | undefined,
  stderr: NodeJS.WriteStream,
): void {
  const line = `${path}: ${message} (${code})\n`;
  if (bar) bar.say(line);
  else stderr.write(line);
}

function withPercent(outcome: Outcome): object {
  if (!('originalBytes' in outcome)) return outcome;
  return { ...outcome, savedPercent: savedPercent(outcome.originalBytes, outcome.resultBytes) };
}

/** Returns the lines about a file. A progress bar replaces them, except the table of variants. */
function linesOf(outcome: Outcome, bar: ProgressBar | undefined): string[] {
  const variants = 'variants' in outcome && outcome.variants;
  if (variants) return [lineOf(outcome), ...variantLines(variants)];
  return bar ? [] : [lineOf(outcome)];
}

function lineOf(outcome: Outcome): string {
  if (outcome.status === 'failed') return '';
  if (outcome.status === 'skipped') return `${outcome.path}: skipped, ${outcome.output} already exists`;
  const sizes = sizesOf(outcome.originalBytes, outcome.resultBytes);
  if (outcome.status === 'estimated') return `${outcome.path}: ${sizes}, ${outcome.format}`;
  const { output } = outcome;
  return output === outcome.path ? `${outcome.path}: ${sizes}` : `${outcome.path} → ${output}: ${sizes}`;
}

function sizesOf(before: number, after: number): string {
  const saved = savedPercent(before, after);
  return `${formatBytes(before)} → ${formatBytes(after)} (${saved < 0 ? '+' : '-'}${Math.abs(saved)}%)`;
}

/** Returns a line such as "  out/a.webp: score 63 in the 192 × 192 pixels at 1152, 768". */
function reviewLine({ output, worstTile, worstTileScore }: Finished): string {
  const place =
    worstTile &&
    ` in the ${worstTile.widthPx} × ${worstTile.heightPx} pixels at ${worstTile.leftPx}, ${worstTile.topPx}`;
  return `  ${output}: score ${Math.floor(worstTileScore ?? 0)}${place ?? ''}`;
}

function reviewLines({ toReview }: Totals): string[] {
  if (toReview.length === 0) return [];
  const subject =
    toReview.length === 1 ? '1 result deserves' : `${formatNumber(toReview.length)} results deserve`;
  return [`${subject} a look. The part that differs most from the original:`, ...toReview];
}

function totalOf(totals: Totals, files: number, isInterrupted: boolean): object {
  const { startedAt, toReview, ...counts } = totals;
  return {
    type: 'total',
    files,
    ...counts,
    toReview: toReview.length,
    savedPercent: savedPercent(totals.originalBytes, totals.resultBytes),
    durationMs: Math.round(performance.now() - startedAt),
    isInterrupted,
  };
}

/** Returns a summary such as "99 of 100 files done, 1 failed. 12 MB → 4 MB (-66%) in 8.1 s." */
function sumUp(
  totals: Totals,
  files: number,
  { isInterrupted, isDryRun }: { isInterrupted: boolean; isDryRun: boolean },
): string {
  if (files === 0) return 'No images to compress.';
  const counts = [
    `${formatNumber(totals.done)} of ${formatNumber(files)} ${files === 1 ? 'file' : 'files'} ${isDryRun ? 'estimated' : 'done'}`,
    ...(totals.skipped > 0 ? [`${formatNumber(totals.skipped)} skipped`] : []),
    ...(totals.failed > 0 ? [`${formatNumber(totals.failed)} failed`] : []),
  ];
  const duration = formatDuration(performance.now() - totals.startedAt);
  const sizes =
    totals.done > 0 ? ` ${sizesOf(totals.originalBytes, totals.resultBytes)} in ${duration}.` : '';
  return `${isInterrupted ? 'Interrupted: ' : ''}${counts.join(', ')}.${sizes}`;
}
