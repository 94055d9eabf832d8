import { realpath } from 'node:fs/promises';
import type { Compressor } from '../compressor.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type CompressorFlags, openCompressor } from '../open-compressor.ts';
import type { Surroundings } from '../program.ts';
import { checkImages } from './check-images.ts';
import { watchProgress } from './check-report.ts';
import { type CheckTotals, totalsOf } from './describe.ts';
import { limitsBy } from './find-limits.ts';
import { listImages } from './list-images.ts';
import { loadConfig } from './load-config.ts';
import { assertOutputs, type ReportOutputs, writeReports } from './write-reports.ts';

export interface CheckFlags extends CompressorFlags, ReportOutputs {
  since?: string;
  config?: string;
  fix?: true;
  limitsOnly?: true;
}

/**
 * Runs `gossamer check` in the current folder.
 * @throws UsageError, or GossamerError if the API fails before the first image is sent
 */
export async function runCheck(
  paths: readonly string[],
  flags: CheckFlags,
  around: Surroundings,
): Promise<ExitCode> {
  assertOutputs(flags);
  const root = await realpath('.');
  const config = await loadConfig({ folder: root, file: flags.config, allowsPrograms: true });
  const images = await listImages({ root, paths, since: flags.since, ignore: config.ignore });
  const startedAt = performance.now();
  const progress = watchProgress(around, images.length, flags.json ?? false);
  const found = await withCompressor(images.length, flags, around, (compressor) =>
    checkImages(images, {
      root,
      config,
      compressor,
      limitsOf: limitsBy(config),
      mayFix: () => flags.fix ?? false,
      concurrency: flags.concurrency,
      signal: around.signal,
      onChecked: progress.add,
    }),
  ).finally(progress.stop);
  const totals = totalsOf(found, config);
  const isInterrupted = around.signal.aborted;
  const facts = { totals, durationMs: performance.now() - startedAt, isInterrupted };
  await writeReports(found, facts, { outputs: flags, stdout: around.stdout });
  return isInterrupted ? exitCodes.interrupted : exitCodeOf(totals);
}

/** Opens a compressor unless only limits are checked or there is no image, so that neither needs a key. */
async function withCompressor<Result>(
  images: number,
  flags: CheckFlags,
  around: Surroundings,
  work: (compressor: Compressor | undefined) => Promise<Result>,
): Promise<Result> {
  const compressor = flags.limitsOnly || images === 0 ? undefined : await openCompressor(flags, around);
  try {
    return await work(compressor);
  } finally {
    compressor?.close();
  }
}

/** A check that is incomplete counts as failed, even if images are over the budget. */
export function exitCodeOf({ failed, overBudget }: CheckTotals): ExitCode {
  if (failed > 0) return exitCodes.someFailed;
  return overBudget > 0 ? exitCodes.overBudget : exitCodes.done;
}
