import { availableParallelism } from 'node:os';
import { planLimits } from '@gossamer/contracts/limits';
import type { CompressionOptions } from '../compression-options.ts';
import type { Compressor, NamedImage } from './compressor.ts';
import { UsageError } from './exit-codes.ts';
import { FileFault } from './outcome.ts';

const missingEngine = `--local needs the package gossamer-engine, which is not installed.
Install it next to gossamer:  npm install gossamer-engine
Or run both without installing them:  npx --package gossamer --package gossamer-engine gossamer compress <paths> --local`;

/** Imports the package gossamer-engine. @throws UsageError if it is not installed */
export type ImportEngine = () => Promise<
  Pick<typeof import('gossamer-engine'), 'LocalEngineError' | 'openEngine'>
>;

/**
 * Returns a compressor that runs the engine on this computer. It needs no account and makes no requests.
 * @throws UsageError if the package gossamer-engine is not installed
 */
export async function openLocalCompressor(
  processes: number | undefined,
  importEngine: ImportEngine = importNextToThis,
): Promise<Compressor> {
  const { LocalEngineError, openEngine } = await importEngine();
  const concurrency = processes ?? availableParallelism();
  const engine = openEngine({ processes: concurrency });
  const run = async ({ bytes }: NamedImage, options: CompressionOptions, signal: AbortSignal) => {
    try {
      return await engine.compress(bytes, options, { signal });
    } catch (error) {
      throw error instanceof LocalEngineError ? new FileFault(error.code, error.message) : error;
    }
  };
  return {
    maxFileBytes: planLimits.pro.maxFileBytes,
    concurrency,
    estimatesExactly: true,
    compress: async (image, options, signal) => {
      const result = await run(image, options, signal);
      const { bytes, format, widthPx, heightPx, sha256, report, variants } = result;
      return { bytes, format, widthPx, heightPx, isReused: false, sha256, report, variants };
    },
    estimate: async (image, options, signal) => {
      const { format, sizeBytes } = await run(image, options, signal);
      return { format, sizeBytes, isReused: false };
    },
    close: () => engine.close(),
  };
}

/**
 * Imports the local engine. It is not a dependency of this package, because programs that only call the API do not need
 * it.
 */
async function importNextToThis() {
  try {
    return await import('gossamer-engine');
  } catch (error) {
    throw isMissing(error) ? new UsageError(missingEngine) : error;
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes("'gossamer-engine'");
