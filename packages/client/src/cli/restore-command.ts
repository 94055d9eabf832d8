import { basename, dirname, join } from 'node:path';
import { formatBytes } from '@gossamer/contracts/english-figures';
import { GossamerError } from '../errors.ts';
import { identityOf } from './compress-file.ts';
import type { Compressor } from './compressor.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { type CompressorFlags, openCompressor } from './open-compressor.ts';
import { FileFault, toFileFault } from './outcome.ts';
import type { Surroundings } from './program.ts';
import { readImage } from './read-image.ts';
import { shown } from './words.ts';
import { writeAtomically } from './write-atomically.ts';

export interface RestoreFlags extends CompressorFlags {
  out?: string;
  overwrite?: true;
  json?: true;
}

type Restored = { path: string; output: string; sizeBytes: number; sha256: string };
type Failed = { path: string; code: string; message: string };
type Work = { compressor: Compressor; flags: RestoreFlags; signal: AbortSignal };

/**
 * Runs `gossamer restore`: restores the JPEGs in archives and prints their SHA-256. Existing files are kept unless
 * `--overwrite` is set. @throws UsageError, or GossamerError if the API fails before the first file is sent
 */
export async function runRestore(
  paths: readonly string[],
  flags: RestoreFlags,
  around: Surroundings,
): Promise<ExitCode> {
  const compressor = await openCompressor({ ...flags, concurrency: 1 }, around);
  try {
    return await restoreAll(paths, { compressor, flags, signal: around.signal }, around);
  } finally {
    compressor.close();
  }
}

async function restoreAll(
  paths: readonly string[],
  work: Work,
  { stdout, stderr }: Surroundings,
): Promise<ExitCode> {
  let failed = 0;
  for (const path of paths) {
    if (work.signal.aborted) break;
    const outcome = await outcomeOf(path, work);
    if ('code' in outcome) failed += 1;
    if (work.flags.json) stdout.write(`${JSON.stringify(outcome)}\n`);
    else if ('code' in outcome) stderr.write(`${outcome.path}: ${outcome.message} (${outcome.code})\n`);
    else stdout.write(lineOf(outcome));
  }
  if (work.signal.aborted) return exitCodes.interrupted;
  return failed > 0 ? exitCodes.someFailed : exitCodes.done;
}

/** Returns the restored file or the reason why there is none. @throws errors that do not concern the file */
async function outcomeOf(path: string, work: Work): Promise<Restored | Failed> {
  try {
    return await restoreFile(path, work);
  } catch (error) {
    const fault = toFileFault(error);
    if (!(fault instanceof FileFault || fault instanceof GossamerError)) throw error;
    return { path: shown(path), code: fault.code, message: fault.message };
  }
}

async function restoreFile(path: string, { compressor, flags, signal }: Work): Promise<Restored> {
  const output = targetOf(path, flags.out);
  if (!flags.overwrite && (await identityOf(output)) !== undefined)
    throw new FileFault('would_overwrite', `${shown(output)} already exists. Use --overwrite to replace it.`);
  const { bytes, format } = await readImage(path, compressor.maxFileBytes);
  if (format !== 'jxl') throw new FileFault('not_restorable', 'This is not a JPEG XL archive.');
  const restored = await compressor.compress({ bytes, filename: basename(path) }, {}, signal);
  const { bytes: jpeg, sha256 } = restored;
  if (sha256 !== restored.report?.jpegSha256)
    throw new FileFault('not_restorable', 'The result is not the JPEG from which the archive was made.');
  await writeAtomically(output, jpeg, { isOverwriting: flags.overwrite ?? false });
  return { path: shown(path), output: shown(output), sizeBytes: jpeg.length, sha256 };
}

/** Returns the path of the restored file: `photo.jpg` for `photo.jxl` and for `photo.compressed.jxl`. */
function targetOf(path: string, outFolder: string | undefined): string {
  const name = basename(path).replace(/(\.compressed(-\d+)?)?\.jxl$/i, '');
  return join(outFolder ?? dirname(path), `${name}.jpg`);
}

const lineOf = ({ path, output, sizeBytes, sha256 }: Restored) =>
  `${path} → ${output}: ${formatBytes(sizeBytes)}, SHA-256 ${sha256}\n`;
