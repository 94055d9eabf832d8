import type { CompressionOptions } from '../compression-options.ts';
import { compressFile } from './compress-file.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Surroundings } from './program.ts';
import { type BatchFlags, runBatch } from './run-batch.ts';

export interface CompressFlags extends BatchFlags {
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
  deliverTo?: string;
  deliverToList?: string;
}

/**
 * Runs `gossamer compress` and writes the results on this computer.
 * @throws UsageError, or GossamerError if the API fails before the first file is sent
 */
export function runCompress(
  paths: readonly string[],
  flags: CompressFlags,
  around: Surroundings,
): Promise<ExitCode> {
  return runBatch(paths, flags, around, { options: toOptions(flags), act: compressFile });
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
