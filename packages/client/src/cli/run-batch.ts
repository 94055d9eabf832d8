import type { CompressionOptions } from '../compression-options.ts';
import { type FileWork, identityOf } from './compress-file.ts';
import type { Compressor } from './compressor.ts';
import { eachOf, untilItEnds } from './each-file.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { findSources } from './find-sources.ts';
import { type CompressorFlags, openCompressor } from './open-compressor.ts';
import { FileFault, type Outcome, type Source, toFileFault } from './outcome.ts';
import type { Surroundings } from './program.ts';
import { createReport, type ReportFlags } from './report.ts';
import { planTargets } from './targets.ts';
import { readManifest, type WrittenFile, writeManifest } from './write-manifest.ts';

/** Flags of the commands that process many files. */
export interface BatchFlags extends CompressorFlags, ReportFlags {
  out?: string;
  inPlace?: true;
  manifest?: true;
  overwrite?: true;
}

/** What a command does with each file. */
export interface BatchWork {
  options: CompressionOptions;
  /**
   * Processes one file. `target` is the path of the result without an extension.
   * @throws FileFault, GossamerError, system errors
   */
  act: (source: Source, target: string, work: FileWork) => Promise<Outcome>;
}

/** Processes all files that the paths name, and reports each. @throws as the commands */
export async function runBatch(
  paths: readonly string[],
  flags: BatchFlags,
  around: Surroundings,
  work: BatchWork,
): Promise<ExitCode> {
  const describe = await manifestWriter(flags, around);
  const compressor = await openCompressor(flags, around);
  try {
    return await processAll(paths, { flags, around, compressor, describe }, work);
  } finally {
    compressor.close();
  }
}

async function processAll(
  paths: readonly string[],
  { flags, around, compressor, describe }: Run,
  { options, act }: BatchWork,
): Promise<ExitCode> {
  const { sources, faults } = await findSources(paths, flags.out);
  const targets = planTargets(sources, flags.out);
  const originals = new Set<string>();
  const written: WrittenFile[] = [];
  for (const { realPath } of sources) originals.add((await identityOf(realPath)) ?? '');
  const work: FileWork = {
    compressor,
    originals,
    options,
    signal: around.signal,
    isDryRun: flags.dryRun ?? false,
    isInPlace: flags.inPlace ?? false,
    isOverwriting: flags.overwrite ?? false,
    onWritten: (file) => void written.push(file),
  };
  const report = createReport(flags, around, sources.length + faults.length);
  for (const fault of faults) report.add(fault);
  const process = untilItEnds((source: Source) => act(source, targets.get(source) ?? source.path, work));
  const { concurrency = compressor.concurrency } = flags;
  await eachOf(sources, concurrency, around.signal, async (source) => report.add(await process(source)));
  const failed = report.finish(around.signal.aborted);
  const isDescribed = await describe(written);
  if (around.signal.aborted) return exitCodes.interrupted;
  return failed > 0 || !isDescribed ? exitCodes.someFailed : exitCodes.done;
}

type DescribeResults = (written: readonly WrittenFile[]) => Promise<boolean>;
type Run = { flags: BatchFlags; around: Surroundings; compressor: Compressor; describe: DescribeResults };

/**
 * Returns a function that writes the manifest, if one is wanted, and returns whether this succeeded. Reads an earlier
 * manifest first, so that a foreign file is noticed before any image is compressed.
 * @throws UsageError
 */
async function manifestWriter(flags: BatchFlags, { stderr }: Surroundings): Promise<DescribeResults> {
  const { manifest: isWanted, out, dryRun: isDryRun } = flags;
  if (!isWanted || isDryRun) return async () => true;
  if (out === undefined) {
    throw new UsageError('--manifest describes the results in a folder. Name the folder with --out.');
  }
  const earlier = await readManifest(out);
  return async (written) => {
    try {
      await writeManifest(out, written, earlier);
      return true;
    } catch (error) {
      const fault = toFileFault(error);
      if (!(fault instanceof FileFault)) throw error;
      stderr.write(`The manifest could not be written: ${fault.message} (${fault.code})\n`);
      return false;
    }
  };
}
