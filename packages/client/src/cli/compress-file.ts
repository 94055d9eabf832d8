import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type EncodedFormat,
  encodedFormats,
  extensions,
  isEncodedFormat,
  sameFormatOf,
} from '@gossamer/contracts/formats';
import type { CompressionOptions } from '../compression-options.ts';
import type { CompressedImage, Compressor } from './compressor.ts';
import { FileFault, type FileOutcome, findingsOf, type Source } from './outcome.ts';
import { type Image, readImage } from './read-image.ts';
import { shown } from './words.ts';
import { writeAtomically } from './write-atomically.ts';
import type { WrittenFile } from './write-manifest.ts';

export interface FileWork {
  compressor: Compressor;
  options: CompressionOptions;
  /** Stops the processing of the file. A result that is being written is completed. */
  signal: AbortSignal;
  isDryRun: boolean;
  isInPlace: boolean;
  isOverwriting: boolean;
  /** Identities (device and inode numbers) of files that must not be overwritten. */
  originals: ReadonlySet<string>;
  /** Called with each result that was written. */
  onWritten: (file: WrittenFile) => void;
}

/**
 * Compresses one file and writes the result to `target` plus the file extension of its format. @throws FileFault,
 * GossamerError, system errors
 */
export async function compressFile(source: Source, target: string, work: FileWork): Promise<FileOutcome> {
  const path = shown(source.path);
  if (!work.isInPlace && !work.isOverwriting && !work.isDryRun) {
    const output = await existingResult(target, await resultFormats(source, work), work.originals);
    if (output !== undefined) return { status: 'skipped', path, output: shown(output) };
  }
  const { compressor, signal } = work;
  const image = await readImage(source.path, compressor.maxFileBytes);
  const named = { bytes: image.bytes, filename: basename(source.path) };
  const options = optionsFor(image, work);
  const originalBytes = image.bytes.length;
  if (work.isDryRun) {
    const { format, sizeBytes: resultBytes, isReused } = await compressor.estimate(named, options, signal);
    return { status: 'estimated', path, format, originalBytes, resultBytes, isReused };
  }
  const compressed = await compressor.compress(named, options, signal);
  const original = { name: named.filename, format: image.format, sizeBytes: originalBytes };
  if (!work.isInPlace) return writeResult(path, { original, ...compressed }, target, work);
  await writeAtomically(source.realPath, compressed.bytes, { mode: image.mode });
  return finish({ path, output: source.realPath, shownOutput: path }, { original, ...compressed }, work);
}

/** A result with the figures of its original. */
type Finished = CompressedImage & Pick<WrittenFile, 'original'>;

/**
 * Writes a result to `target` plus the file extension of its format. `path` is the original's, as shown to the user.
 * @throws FileFault, system errors
 */
export async function writeResult(
  path: string,
  finished: Finished,
  target: string,
  work: Pick<FileWork, 'originals' | 'isOverwriting' | 'onWritten'>,
): Promise<FileOutcome> {
  const output = `${target}.${extensions[finished.format]}`;
  await assertNoOriginal(output, work.originals);
  await writeAtomically(output, finished.bytes, { isOverwriting: work.isOverwriting });
  return finish({ path, output, shownOutput: shown(output) }, finished, work);
}

function finish(
  { path, output, shownOutput }: { path: string; output: string; shownOutput: string },
  { original, bytes, report, isReused, format, widthPx, heightPx, sha256 }: Finished,
  { onWritten }: Pick<FileWork, 'onWritten'>,
): FileOutcome {
  const sizeBytes = bytes.length;
  onWritten({ output, original, result: { format, sizeBytes, widthPx, heightPx, sha256 }, report });
  const figures = { format, originalBytes: original.sizeBytes, resultBytes: sizeBytes };
  return { status: 'done', path, output: shownOutput, isReused, ...figures, ...findingsOf(report) };
}

function optionsFor({ format }: Image, { options, isInPlace }: FileWork): CompressionOptions {
  if (!isInPlace) return options;
  if (!isEncodedFormat(format)) {
    const name = format.toUpperCase();
    throw new FileFault('invalid_format', `${name} cannot be replaced in place: it is not an output format.`);
  }
  return { ...options, format };
}

/** Returns the path of a result written by an earlier run, or undefined if there is none. Originals are ignored. */
export async function existingResult(
  target: string,
  formats: readonly EncodedFormat[],
  originals: ReadonlySet<string>,
): Promise<string | undefined> {
  for (const one of formats) {
    const path = `${target}.${extensions[one]}`;
    const identity = await identityOf(path);
    if (identity !== undefined && !originals.has(identity)) return path;
  }
  return undefined;
}

/** Returns the formats that the result can have. */
async function resultFormats(
  { path }: Source,
  { options, compressor: { maxFileBytes } }: FileWork,
): Promise<readonly EncodedFormat[]> {
  const { format = 'auto' } = options;
  if (format === 'auto' || format === 'modern') return encodedFormats;
  return [format === 'same' ? sameFormatOf((await readImage(path, maxFileBytes)).format) : format];
}

/** @throws FileFault if the path is that of an original */
export async function assertNoOriginal(path: string, originals: ReadonlySet<string>): Promise<void> {
  const identity = await identityOf(path);
  if (identity === undefined || !originals.has(identity)) return;
  throw new FileFault('would_overwrite', `The result would overwrite the original ${shown(path)}.`);
}

/** Returns a file's device and inode numbers, which identify it under any path, or undefined if it does not exist. */
export async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
