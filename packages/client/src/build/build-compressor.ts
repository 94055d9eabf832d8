import { resolve } from 'node:path';
import type { Compressor } from '../cli/compressor.ts';
import { UsageError } from '../cli/exit-codes.ts';
import { openCompressor } from '../cli/open-compressor.ts';
import type { CompressionOptions } from '../compression-options.ts';
import type { BuildOptions } from './build-options.ts';
import { type MadeFile, openCache } from './cache.ts';

export interface Made {
  files: MadeFile[];
  isCached: boolean;
}

/** Compresses images, or returns the results of an earlier build. */
export interface BuildCompressor {
  /** @throws UsageError, GossamerError or FileFault if the image cannot be compressed */
  make(original: Uint8Array, filename: string, options: CompressionOptions): Promise<Made>;
  /** Number of images to process at once. */
  concurrency(): Promise<number>;
  close(): void;
}

const missingKey =
  'missing API key. Set GOSSAMER_API_KEY, or set the option local to run the engine on this computer.';

/**
 * Returns a compressor with a cache. The API or the engine is opened for the first image that is not in the cache, so
 * that a build without changes needs neither a key nor a network.
 */
export function openBuildCompressor(
  { local, baseUrl, cacheFolder = 'node_modules/.cache/gossamer' }: BuildOptions,
  root: string,
): BuildCompressor {
  const cache = openCache(resolve(root, cacheFolder));
  const { signal } = new AbortController();
  let opened: Promise<Compressor> | undefined;
  const open = () => {
    if (!local && !process.env.GOSSAMER_API_KEY) throw new UsageError(missingKey);
    const flags = { ...(local && { local }), ...(baseUrl && { baseUrl }) };
    opened ??= openCompressor(flags, { env: process.env, signal });
    return opened;
  };
  return {
    make: async (original, filename, options) => {
      const known = await cache.read(original, options);
      if (known) return { files: known, isCached: true };
      const compressor = await open();
      const image = { bytes: new Uint8Array(original), filename };
      const { bytes, format, widthPx, heightPx, variants } = await compressor.compress(
        image,
        options,
        signal,
      );
      const files = variants?.files ?? [{ bytes, format, widthPx, heightPx }];
      const made = files.map((file) => ({
        bytes: file.bytes,
        format: file.format,
        widthPx: file.widthPx,
        heightPx: file.heightPx,
      }));
      await cache.write(original, options, made);
      return { files: made, isCached: false };
    },
    concurrency: async () => (opened ? (await opened).concurrency : 4),
    close: () =>
      void opened?.then(
        (compressor) => compressor.close(),
        () => {},
      ),
  };
}
