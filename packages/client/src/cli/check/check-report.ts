import { formatBytes, savedPercent } from '@gossamer/contracts/english-figures';
import type { Surroundings } from '../program.ts';
import { createProgressBar } from '../progress-bar.ts';
import { formatDuration, shown } from '../words.ts';
import { type Checked, isImage, isOverBudget, isSavable } from './checked.ts';
import {
  type CheckTotals,
  describeExceeded,
  describeImage,
  describeSaving,
  describeTotals,
  skipReasons,
} from './describe.ts';

export interface ReportFacts {
  totals: CheckTotals;
  durationMs: number;
  isInterrupted: boolean;
}

/** Returns whether an image deserves a line. Images within all limits that cannot be smaller do not. */
export const isReported = (checked: Checked): boolean =>
  !isImage(checked) || checked.status === 'fixed' || isOverBudget(checked, { failOnSavings: true });

/** Shows a progress bar on a terminal. */
export function watchProgress({ stderr }: Surroundings, images: number, isQuiet: boolean) {
  const bar = stderr.isTTY && !isQuiet && images > 0 ? createProgressBar(stderr, images) : undefined;
  return {
    add: (checked: Checked): void => {
      const saving = isImage(checked) && checked.status === 'fixed' ? checked.saving : null;
      bar?.step(saving ? saving.originalBytes - saving.resultBytes : 0);
    },
    stop: (): void => bar?.stop(),
  };
}

/** Returns the lines of the report for people. */
export function textReport(
  found: readonly Checked[],
  { totals, durationMs, isInterrupted }: ReportFacts,
): string[] {
  const lines = found.filter(isReported).flatMap(linesOf);
  const end = `${isInterrupted ? 'Interrupted: ' : ''}${describeTotals(totals)}`;
  const isTimed = totals.images > 0;
  return [...lines, isTimed ? `${end} (${formatDuration(durationMs)})` : end];
}

function linesOf(checked: Checked): string[] {
  const path = shown(checked.path);
  if (checked.status === 'failed') return [`${path}: ${checked.message} (${checked.code})`];
  if (checked.status === 'skipped') return [`${path}: skipped, ${skipReasons[checked.reason]}`];
  const { saving, exceeded, sizeBytes } = checked;
  const fixed = checked.status === 'fixed' && saving;
  return [
    `${path}: ${describeImage(checked)}, ${formatBytes(sizeBytes)}`,
    ...(fixed ? [`  fixed: ${describeSaving(fixed)} saved`] : []),
    ...(isSavable(checked) ? [`  ${describeSaving(checked.saving)} can be saved`] : []),
    ...exceeded.map((each) => `  over the budget: ${describeExceeded(each)}`),
  ];
}

/** Returns the lines of the report for programs: one per reported file, then the totals. */
export function jsonReport(
  found: readonly Checked[],
  { totals, durationMs, isInterrupted }: ReportFacts,
): string[] {
  const total = { type: 'total', ...totals, durationMs: Math.round(durationMs), isInterrupted };
  return [...found.filter(isReported).map(toJson), total].map((line) => JSON.stringify(line));
}

function toJson(checked: Checked): object {
  if (!isImage(checked) || !checked.saving) return { type: 'file', ...checked };
  const { originalBytes, resultBytes } = checked.saving;
  const figures = {
    savedBytes: originalBytes - resultBytes,
    savedPercent: savedPercent(originalBytes, resultBytes),
  };
  return { type: 'file', ...checked, saving: { ...checked.saving, ...figures } };
}
