import { basename, join } from 'node:path';
import type { CheckConfig } from '@gossamer/contracts/check-config';
import { isEncodedFormat } from '@gossamer/contracts/formats';
import type { CompressionOptions } from '../../compression-options.ts';
import type { CompressedImage, Compressor, NamedImage } from '../compressor.ts';
import { FileFault } from '../outcome.ts';
import type { Image } from '../read-image.ts';
import { writeAtomically } from '../write-atomically.ts';
import type { CheckedImage, ExceededLimit, ImageFacts, SkippedImage } from './checked.ts';
import type { Limits } from './find-limits.ts';
import { type ReadImage, readCheckedImage } from './read-checked-image.ts';
import { isStampedFor, withStamp } from './stamp.ts';

/** Maximum size of a file if no compressor limits it. */
const maxFileBytes = 100_000_000;

export interface CheckWork {
  /** Absolute path of the folder that paths are relative to. */
  root: string;
  config: CheckConfig;
  limitsOf: (path: string) => Limits;
  /** Undefined if only the limits of the files are checked. */
  compressor: Compressor | undefined;
  /** Returns whether a smaller file may replace this one. */
  mayFix: (path: string) => boolean;
  /** Stops the work. */
  signal: AbortSignal;
}

/** An image with what is needed to compress and replace it. */
interface Task {
  image: Image;
  facts: ImageFacts;
  limits: Limits;
  compressor: Compressor;
}

/**
 * Measures one image, compares it with its limits and, if it may be fixed, replaces it by a file that is worthwhile smaller.
 * @throws FileFault, GossamerError, system errors
 */
export async function checkImage(path: string, work: CheckWork): Promise<CheckedImage | SkippedImage> {
  const { root, compressor, config } = work;
  const read = await readCheckedImage(root, path, compressor?.maxFileBytes ?? maxFileBytes);
  if (typeof read === 'string') return { status: 'skipped', path, reason: read };
  const { size, ...image } = read;
  const limits = work.limitsOf(path);
  assertMeasured(size, limits);
  const { widthPx, heightPx } = size ?? { widthPx: null, heightPx: null };
  const facts = { path, format: image.format, sizeBytes: image.bytes.length, widthPx, heightPx };
  const exceeded = exceededBy(facts, limits);
  const unchanged: CheckedImage = { ...facts, status: 'checked', saving: null, exceeded };
  const isFinished = isStampedFor(image.bytes, image.format, {
    compression: config.compression,
    size: facts,
  });
  if (!compressor || !isEncodedFormat(image.format) || isFinished) return unchanged;
  const task = { image, facts, limits, compressor };
  return (await (work.mayFix(path) ? fix(task, work) : estimate(task, work))) ?? unchanged;
}

async function estimate(task: Task, work: CheckWork): Promise<CheckedImage | undefined> {
  const { facts, limits, compressor } = task;
  const { sizeBytes } = await compressor.estimate(namedOf(task), optionsFor(task, work), work.signal);
  if (!isWorthwhile(sizeBytes, task)) return undefined;
  const isEstimate = !compressor.estimatesExactly;
  const saving = { originalBytes: facts.sizeBytes, resultBytes: sizeBytes, isEstimate };
  return { ...facts, status: 'checked', saving, exceeded: exceededBy(facts, limits) };
}

/** Returns the fixed image, or undefined if no worthwhile smaller file was found. */
async function fix(task: Task, work: CheckWork): Promise<CheckedImage | undefined> {
  const { image, facts, limits, compressor } = task;
  // An estimate is free. A compression counts against the quota and is only requested if it seems worthwhile.
  if (!compressor.estimatesExactly && !(await estimate(task, work))) return undefined;
  const compressed = await compressor.compress(namedOf(task), optionsFor(task, work), work.signal);
  if (compressor.estimatesExactly && !isWorthwhile(compressed.bytes.length, task)) return undefined;
  const bytes = withStamp(compressed.bytes, facts.format, work.config.compression);
  if (bytes.length >= facts.sizeBytes) return undefined;
  await writeAtomically(join(work.root, facts.path), bytes, { mode: image.mode });
  const fixed = { ...facts, ...sizeOf(compressed), sizeBytes: bytes.length };
  const saving = { originalBytes: facts.sizeBytes, resultBytes: bytes.length, isEstimate: false };
  return { ...fixed, status: 'fixed', saving, exceeded: exceededBy(fixed, limits) };
}

const sizeOf = ({ widthPx, heightPx }: CompressedImage) => ({ widthPx, heightPx });

/** @throws FileFault if the size of the image is limited and unknown */
function assertMeasured(size: ReadImage['size'], { maxWidthPx, maxHeightPx }: Limits): void {
  if (size !== null || (maxWidthPx === undefined && maxHeightPx === undefined)) return;
  throw new FileFault('corrupt_image', 'The width and height cannot be read. The image may be damaged.');
}

const namedOf = ({ image, facts }: Task): NamedImage => ({
  bytes: image.bytes,
  filename: basename(facts.path),
});

function optionsFor({ facts }: Task, { config }: CheckWork): CompressionOptions {
  return { ...config.compression, format: isEncodedFormat(facts.format) ? facts.format : 'same' };
}

/** Returns whether a result saves enough to count, or brings the file below its maximum size. */
function isWorthwhile(resultBytes: number, { facts, limits }: Task): boolean {
  const { minSavedBytes, minSavedPercent, maxBytes = Infinity } = limits;
  const savedBytes = facts.sizeBytes - resultBytes;
  const isEnough = savedBytes >= minSavedBytes && savedBytes >= (facts.sizeBytes * minSavedPercent) / 100;
  return isEnough || (facts.sizeBytes > maxBytes && resultBytes <= maxBytes);
}

/** Returns the limits that a file exceeds. */
function exceededBy(facts: ImageFacts, limits: Limits): ExceededLimit[] {
  const figures = [
    ['maxBytes', limits.maxBytes, facts.sizeBytes],
    ['maxWidthPx', limits.maxWidthPx, facts.widthPx],
    ['maxHeightPx', limits.maxHeightPx, facts.heightPx],
  ] as const;
  const exceeded: ExceededLimit[] = figures.flatMap(([limit, allowed, actual]) =>
    allowed !== undefined && actual !== null && actual > allowed ? [{ limit, allowed, actual }] : [],
  );
  const { formats } = limits;
  const isAllowed = !formats || formats.some((format) => format === facts.format);
  return isAllowed ? exceeded : [...exceeded, { limit: 'formats', allowed: formats, actual: facts.format }];
}
