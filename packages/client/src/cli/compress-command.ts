import type { CompressionOptions } from '../compression-options.ts';
import { compressFile, type FileWork, identityOf } from './compress-file.ts';
import type { Compressor } from './compressor.ts';
import { eachOf, untilItEnds } from './each-file.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { findSources } from './find-sources.ts';
import { type CompressorFlags, openCompressor } from './open-compressor.ts';
import { FileFault, toFileFault } from './outcome.ts';
import type { Surroundings } from './program.ts';
import { createReport } from './report.ts';
import { planTargets } from './targets.ts';
import { readManifest, type WrittenFile, writeManifest } from './write-manifest.ts';

export interface CompressFlags extends CompressorFlags {
  out?: string;
  inPlace?: true;
  quality?: number;
  format?: CompressionOptions['format'];
  formats?: CompressionOptions['formats'];
  width?: number;
  height?: number;
  percent?: number;
  fit?: CompressionOptions['fit'];
  filter?: CompressionOptions['filter'];
  background?: string;
  preserve?: CompressionOptions['preserve'];
  color?: CompressionOptions['color'];
  hdr?: CompressionOptions['hdr'];
  maxSize?: number;
  minSize?: number;
  onUnreachable?: CompressionOptions['onUnreachable'];
  archive?: true;
  manifest?: true;
  deliverTo?: string;
  deliverToList?: string;
  dryRun?: true;
  overwrite?: true;
  json?: true;
  quiet?: true;
}

/** Runs `gossamer compress` without a delivery. @throws UsageError, or GossamerError if the API fails before the first file is sent */
export async function runCompress(
  paths: readonly string[],
  flags: CompressFlags,
  around: Surroundings,
): Promise<ExitCode> {
  const describe = await manifestWriter(flags, around);
  const compressor = await openCompressor(flags, around);
  try {
    return await compressAll(paths, { flags, around, compressor, describe });
  } finally {
    compressor.close();
  }
}

async function compressAll(
  paths: readonly string[],
  { flags, around, compressor, describe }: Run,
): Promise<ExitCode> {
  const { sources, faults } = await findSources(paths, flags.out);
  const targets = planTargets(sources, flags.out);
  const originals = new Set<string>();
  const written: WrittenFile[] = [];
  for (const { realPath } of sources) originals.add((await identityOf(realPath)) ?? '');
  const work: FileWork = {
    compressor,
    originals,
    options: toOptions(flags),
    isDryRun: flags.dryRun ?? false,
    isInPlace: flags.inPlace ?? false,
    isOverwriting: flags.overwrite ?? false,
    onWritten: (file) => void written.push(file),
  };
  const report = createReport(flags, around, sources.length + faults.length);
  for (const fault of faults) report.add(fault);
  const act = untilItEnds((source) => compressFile(source, targets.get(source) ?? source.path, work));
  const { concurrency = compressor.concurrency } = flags;
  await eachOf(sources, concurrency, around.signal, async (source) => report.add(await act(source)));
  const failed = report.finish(around.signal.aborted);
  const isDescribed = await describe(written);
  if (around.signal.aborted) return exitCodes.interrupted;
  return failed > 0 || !isDescribed ? exitCodes.someFailed : exitCodes.done;
}

type DescribeResults = (written: readonly WrittenFile[]) => Promise<boolean>;
type Run = { flags: CompressFlags; around: Surroundings; compressor: Compressor; describe: DescribeResults };

/**
 * Returns a function that writes the manifest, if one is wanted, and returns whether this succeeded. Reads an earlier
 * manifest first, so that a foreign file is noticed before any image is compressed.
 * @throws UsageError
 */
async function manifestWriter(flags: CompressFlags, { stderr }: Surroundings): Promise<DescribeResults> {
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

/** Returns the compression options that the flags of `compress` set. */
export const toOptions = (flags: CompressFlags): CompressionOptions => ({
  quality: flags.quality,
  format: flags.format,
  formats: flags.formats,
  filter: flags.filter,
  resizeWidth: flags.width,
  resizeHeight: flags.height,
  resizePercent: flags.percent,
  fit: flags.fit,
  background: flags.background,
  preserve: flags.preserve,
  color: flags.color,
  hdr: flags.hdr,
  maxBytes: flags.maxSize,
  minBytes: flags.minSize,
  onUnreachable: flags.onUnreachable,
  archive: flags.archive,
});
