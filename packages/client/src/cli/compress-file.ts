import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type EncodedFormat,
  encodedFormats,
  extensions,
  isEncodedFormat,
  sameFormatOf,
} from '@gossamer/contracts/formats';
import type { Gossamer } from '../gossamer.ts';
import type { CompressionOptions } from '../types.ts';
import { FileFault, type Outcome, type Source } from './outcome.ts';
import { type Image, readImage } from './read-image.ts';
import { shown } from './words.ts';
import { writeAtomically } from './write-atomically.ts';

export interface FileWork {
  gossamer: Gossamer;
  options: CompressionOptions;
  isDryRun: boolean;
  isInPlace: boolean;
  isOverwriting: boolean;
  maxFileBytes: number;
  /** Identities (device and inode numbers) of files that must not be overwritten. */
  originals: ReadonlySet<string>;
  signal: AbortSignal;
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
  const image = await readImage(source.path, work.maxFileBytes);
  const options = { ...optionsFor(image, work), filename: basename(source.path) };
  const originalBytes = image.bytes.length;
  if (work.isDryRun) {
    const { estimate, wouldBeCounted } = await work.gossamer.estimate(image.bytes, options);
    const { format, sizeBytes: resultBytes } = estimate;
    return { status: 'estimated', path, format, originalBytes, resultBytes, isReused: !wouldBeCounted };
  }
  const { id, result, isReused } = await work.gossamer.compress(image.bytes, options);
  const bytes = await work.gossamer.download(id, { signal: work.signal });
  assertWhole(bytes, result.sha256);
  const output = work.isInPlace ? source.realPath : `${target}.${extensions[result.format]}`;
  if (!work.isInPlace) await assertNoOriginal(output, work.originals);
  await writeAtomically(output, bytes, work.isInPlace ? image.mode : undefined);
  const figures = { format: result.format, originalBytes, resultBytes: bytes.length };
  return { status: 'done', path, output: shown(work.isInPlace ? source.path : output), isReused, ...figures };
}

function optionsFor({ format }: Image, { options, isInPlace, signal }: FileWork) {
  if (!isInPlace) return { ...options, signal };
  if (!isEncodedFormat(format)) {
    const name = format.toUpperCase();
    throw new FileFault('invalid_format', `${name} cannot be replaced in place: it is not an output format.`);
  }
  return { ...options, format, signal };
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
  { options, maxFileBytes }: FileWork,
): Promise<readonly EncodedFormat[]> {
  const { format = 'auto' } = options;
  if (format === 'auto' || format === 'modern') return encodedFormats;
  return [format === 'same' ? sameFormatOf((await readImage(path, maxFileBytes)).format) : format];
}

async function assertNoOriginal(path: string, originals: ReadonlySet<string>): Promise<void> {
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

function assertWhole(bytes: Uint8Array, sha256: string): void {
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return;
  throw new FileFault('download_damaged', 'The downloaded file is damaged. Try again.');
}
