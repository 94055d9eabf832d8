import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openCloudCompressor } from 'gossamer/cli/cloud-compressor';
import type { Compressor } from 'gossamer/cli/compressor';
import { UsageError } from 'gossamer/cli/exit-codes';
import { type ImportEngine, openLocalCompressor } from 'gossamer/cli/local-compressor';
import type { Inputs } from './inputs.ts';
import type { ActionEvent } from './read-event.ts';

/**
 * Returns what compresses the images. Returns undefined if the event has no access to the API key: then only the limits of
 * the files are checked.
 * @throws UsageError if there is no key or no engine, GossamerError if the API fails
 */
export async function openActionCompressor(
  { local, apiKey, baseUrl }: Inputs,
  { hasNoSecrets }: ActionEvent,
  { runnerTemp, signal }: { runnerTemp: string; signal: AbortSignal },
): Promise<Compressor | undefined> {
  if (local) return openLocalCompressor(undefined, importFrom(runnerTemp));
  if (apiKey) return openCloudCompressor({ baseUrl }, { env: { GOSSAMER_API_KEY: apiKey }, signal });
  if (hasNoSecrets) return undefined;
  throw new UsageError('set the input api-key, or local to run the engine on the runner.');
}

/**
 * Imports the engine from a folder outside of the repository, so that a pull request cannot replace it by other code.
 */
function importFrom(runnerTemp: string): ImportEngine {
  return async () => {
    const folder = join(runnerTemp, 'gossamer');
    try {
      const path = createRequire(join(folder, 'package.json')).resolve('gossamer-engine');
      return (await import(pathToFileURL(path).href)) as Awaited<ReturnType<ImportEngine>>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
      throw new UsageError(
        'local needs the package gossamer-engine. Add a step before this one: npm install --prefix "$RUNNER_TEMP/gossamer" gossamer-engine',
      );
    }
  };
}
