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
import { FileFault, findingsOf, type Outcome, type Source } from './outcome.ts';
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
export async function compressFile(source: Source, target: string, work: FileWork): Promise<Outcome> {
  const path = shown(source.path);
  if (!work.isInPlace && !work.isOverwriting && !work.isDryRun) {
    const output = await existingResult(source, target, work);
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
  const { bytes, format, isReused, report } = compressed;
  const output = work.isInPlace ? source.realPath : `${target}.${extensions[format]}`;
  if (!work.isInPlace) await assertNoOriginal(output, work.originals);
  await writeAtomically(output, bytes, {
    mode: work.isInPlace ? image.mode : undefined,
    isOverwriting: work.isInPlace || work.isOverwriting,
  });
  work.onWritten(toWritten(output, { name: named.filename, image }, compressed));
  const figures = { format, originalBytes, resultBytes: bytes.length, ...findingsOf(report) };
  return { status: 'done', path, output: shown(work.isInPlace ? source.path : output), isReused, ...figures };
}

function toWritten(
  output: string,
  { name, image }: { name: string; image: Image },
  { bytes, report, format, widthPx, heightPx, sha256 }: CompressedImage,
): WrittenFile {
  return {
    output,
    original: { name, format: image.format, sizeBytes: image.bytes.length },
    result: { format, sizeBytes: bytes.length, widthPx, heightPx, sha256 },
    report,
  };
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
async function existingResult(source: Source, target: string, work: FileWork): Promise<string | undefined> {
  for (const one of await resultFormats(source, work)) {
    const path = `${target}.${extensions[one]}`;
    const identity = await identityOf(path);
    if (identity !== undefined && !work.originals.has(identity)) return path;
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
