import { encodedFormats } from '@gossamer/contracts/formats';
import type { CloudCompressor, FetchedImage } from '../cli/cloud-compressor.ts';
import { existingResult, writeResult } from '../cli/compress-file.ts';
import { FileFault, type FileOutcome } from '../cli/outcome.ts';
import { shown } from '../cli/words.ts';
import type { CompressionOptions } from '../compression-options.ts';
import { type LocatedImage, nameOf } from './locate-image.ts';
import type { AnyCompressor } from './shared-compressor.ts';

interface RemoteWork {
  compressor: AnyCompressor;
  options: CompressionOptions;
  signal: AbortSignal;
  isOverwriting: boolean;
}

/** Compresses the image of a URL and writes the result. @throws FileFault, GossamerError, system errors */
export async function compressRemote(
  { url = '', target, originals }: LocatedImage,
  work: RemoteWork,
): Promise<FileOutcome> {
  const path = shown(url);
  if (!work.isOverwriting) {
    const output = await existingResult(target, encodedFormats, originals);
    if (output !== undefined) return { status: 'skipped', path, output: shown(output) };
  }
  const { original, ...compressed } = await fetchResult(url, work);
  const finished = { ...compressed, original: { name: nameOf(url), ...original } };
  return writeResult(path, finished, target, { ...work, originals, onWritten: () => {} });
}

/** Has the service fetch and compress the image of a URL. @throws FileFault, GossamerError */
export function fetchResult(
  url: string,
  { compressor, options, signal }: Omit<RemoteWork, 'isOverwriting'>,
): Promise<FetchedImage> {
  return assertFetches(compressor).compressUrl({ url, filename: nameOf(url) }, options, signal);
}

/** Estimates the result for the image of a URL. @throws FileFault, GossamerError */
export async function estimateRemote(
  url: string,
  { compressor, options, signal }: Omit<RemoteWork, 'isOverwriting'>,
): Promise<FileOutcome> {
  const image = { url, filename: nameOf(url) };
  const estimated = await assertFetches(compressor).estimateUrl(image, options, signal);
  const { original, format, sizeBytes: resultBytes, isReused } = estimated;
  const figures = { format, originalBytes: original.sizeBytes, resultBytes, isReused };
  return { status: 'estimated', path: shown(url), ...figures };
}

function assertFetches(compressor: AnyCompressor): CloudCompressor {
  if ('compressUrl' in compressor) return compressor;
  throw new FileFault(
    'url_not_possible',
    'This server processes images on this computer and makes no requests (--local). Download the image to an allowed folder, and give its path.',
  );
}
