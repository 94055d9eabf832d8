import { GossamerError } from '../errors.ts';
import type { CompressionOptions } from '../types.ts';
import { compressFile, type FileWork, identityOf } from './compress-file.ts';
import { type ConnectionFlags, connect } from './connect.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { findSources } from './find-sources.ts';
import { FileFault, type Outcome, type Source, toFileFault } from './outcome.ts';
import type { Surroundings } from './program.ts';
import { createReport } from './report.ts';
import { planTargets } from './targets.ts';
import { shown } from './words.ts';

export interface CompressFlags extends ConnectionFlags {
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
  concurrency: number;
  dryRun?: true;
  overwrite?: true;
  json?: true;
  quiet?: true;
}

/** Codes of errors that affect the whole account. All further requests would fail with the same code. */
const endingCodes: ReadonlySet<string> = new Set([
  'invalid_api_key',
  'api_key_expired',
  'pro_required',
  'daily_limit_reached',
]);

/** Runs `gossamer compress`. @throws UsageError, or GossamerError if the API fails before the first file is sent */
export async function runCompress(
  paths: readonly string[],
  flags: CompressFlags,
  around: Surroundings,
): Promise<ExitCode> {
  const { gossamer, usage } = await connect(flags, around);
  const { sources, faults } = await findSources(paths, flags.out);
  const targets = planTargets(sources, flags.out);
  const originals = new Set<string>();
  for (const { realPath } of sources) originals.add((await identityOf(realPath)) ?? '');
  const work: FileWork = {
    gossamer,
    originals,
    signal: around.signal,
    options: toOptions(flags),
    isDryRun: flags.dryRun ?? false,
    isInPlace: flags.inPlace ?? false,
    isOverwriting: flags.overwrite ?? false,
    maxFileBytes: usage.limits.maxFileBytes,
  };
  const report = createReport(flags, around, sources.length + faults.length);
  for (const fault of faults) report.add(fault);
  const act = untilItEnds((source) => compressFile(source, targets.get(source) ?? source.path, work));
  await eachOf(sources, flags.concurrency, around.signal, async (source) => report.add(await act(source)));
  const failed = report.finish(around.signal.aborted);
  if (around.signal.aborted) return exitCodes.interrupted;
  return failed > 0 ? exitCodes.someFailed : exitCodes.done;
}

const toOptions = (flags: CompressFlags): CompressionOptions => ({
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

/**
 * Wraps a function so that errors become failed outcomes. After an error that affects the whole account, all further
 * files fail without being sent.
 */
function untilItEnds(act: (source: Source) => Promise<Outcome>): (source: Source) => Promise<Outcome> {
  let ending: { code: string; message: string } | undefined;
  return async (source) => {
    const path = shown(source.path);
    if (ending) return { status: 'failed', path, ...ending };
    try {
      return await act(source);
    } catch (error) {
      const fault = toFileFault(error);
      if (!(fault instanceof FileFault || fault instanceof GossamerError)) throw error;
      const { code, message } = fault;
      if (endingCodes.has(code)) ending = { code, message };
      return { status: 'failed', path, code, message };
    }
  };
}

/** Processes items in order with limited concurrency. Ignores errors that occur after the signal was aborted. */
async function eachOf<T>(
  items: readonly T[],
  concurrency: number,
  signal: AbortSignal,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) {
      if (signal.aborted) return;
      await act(item).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
}
