import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { savedPercent } from '@gossamer/contracts/english-figures';
import { z } from 'zod';
import { compressFile, identityOf } from '../../cli/compress-file.ts';
import { eachOf, untilItEnds } from '../../cli/each-file.ts';
import { findSources } from '../../cli/find-sources.ts';
import { FileFault, type FileOutcome, type Source } from '../../cli/outcome.ts';
import { planTargets } from '../../cli/targets.ts';
import { shown } from '../../cli/words.ts';
import type { CompressionOptions } from '../../compression-options.ts';
import type { Call } from '../file-tool.ts';
import { type ImageResult, imageResult, toImageResult } from '../image-result.ts';
import { mcpLimits } from '../limits.ts';

/** What a tool says about the images of a folder. Sizes are the sums of all images that are done or estimated. */
export interface FolderResult {
  images: number;
  done: number;
  skipped: number;
  failed: number;
  toReview: number;
  originalBytes: number;
  resultBytes: number;
  savedPercent: number;
  results: ImageResult[];
  omittedResults: number;
}

/** Schema of `FolderResult`, with descriptions for the model. */
export const folderResult: z.ZodType<FolderResult> = z.object({
  images: z.number().describe('Number of images that were found.'),
  done: z.number(),
  skipped: z.number().describe('Number of images with an earlier result, which was kept.'),
  failed: z.number(),
  toReview: z.number().describe('Number of results that a person should look at.'),
  originalBytes: z.number().describe('Bytes before, of the images that are done.'),
  resultBytes: z.number().describe('Bytes after.'),
  savedPercent: z.number(),
  results: z
    .array(imageResult)
    .describe(`At most ${mcpLimits.listedImages} images: failed ones first, then those to review.`),
  omittedResults: z.number().describe('Number of images that are not in `results`.'),
});

export interface FolderWork {
  folder: string;
  outFolder?: string | undefined;
  options: CompressionOptions;
  isDryRun: boolean;
  isOverwriting: boolean;
}

/**
 * Compresses or estimates all images of a folder and reports the progress.
 * @throws FileFault, UsageError or GossamerError if no image can be processed, or the signal's reason
 */
export async function processFolder(work: FolderWork, call: Call): Promise<FolderResult> {
  const { folders, compressor, signal, progress } = call;
  const outFolder = work.outFolder === undefined ? undefined : await folders.findOutput(work.outFolder);
  const { sources, faults } = await findImages(work.folder, outFolder, call);
  const targets = planTargets(sources, outFolder);
  const identities = await Promise.all(sources.map(({ realPath }) => identityOf(realPath)));
  const originals = new Set(identities.map((identity) => identity ?? ''));
  const { concurrency } = await compressor.open(signal);
  const process = untilItEnds<Source, FileOutcome>(async (source) => {
    const target = targets.get(source) ?? source.path;
    await folders.findOutput(dirname(target));
    return compressor.process(signal, (opened) =>
      compressFile(source, target, {
        ...work,
        compressor: opened,
        signal,
        originals,
        isInPlace: false,
        onWritten: () => {},
      }),
    );
  });
  const outcomes: FileOutcome[] = [...faults];
  const total = sources.length + faults.length;
  await eachOf(sources, concurrency, signal, async (source) => {
    outcomes.push(await process(source));
    await progress(outcomes.length, total, shown(source.relativePath));
  });
  signal.throwIfAborted();
  return sumUp(outcomes);
}

async function findImages(text: string, outFolder: string | undefined, { folders, signal }: Call) {
  const { path, realPath } = await folders.find(text);
  if (!(await stat(realPath)).isDirectory())
    throw new FileFault('ENOTDIR', `${shown(path)} is not a folder.`);
  const { folderImages: maxFiles, folderEntries: maxEntries } = mcpLimits;
  const isAllowed = (found: string) => folders.contains(found);
  const found = await findSources([path], outFolder, { isAllowed, maxFiles, maxEntries, signal });
  if (found.sources.length + found.faults.length === 0) {
    throw new FileFault(
      'no_images',
      `${shown(path)} contains no images. Hidden files, node_modules and files named *.compressed.* are ignored.`,
    );
  }
  return found;
}

/** Returns the totals of images and the most important results. */
export function sumUp(outcomes: readonly FileOutcome[]): FolderResult {
  const results = outcomes.map(toImageResult);
  const count = (...statuses: ImageResult['status'][]) =>
    results.filter(({ status }) => statuses.includes(status)).length;
  const sum = (name: 'originalBytes' | 'resultBytes') =>
    results.reduce((total, result) => total + (result[name] ?? 0), 0);
  const [originalBytes, resultBytes] = [sum('originalBytes'), sum('resultBytes')];
  const listed = results
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, mcpLimits.listedImages);
  return {
    images: results.length,
    done: count('done', 'estimated'),
    skipped: count('skipped'),
    failed: count('failed'),
    toReview: results.filter(({ needsReview }) => needsReview).length,
    originalBytes,
    resultBytes,
    savedPercent: savedPercent(originalBytes, resultBytes),
    results: listed,
    omittedResults: results.length - listed.length,
  };
}

const rankOf = ({ status, needsReview }: ImageResult) => (status === 'failed' ? 0 : needsReview ? 1 : 2);
