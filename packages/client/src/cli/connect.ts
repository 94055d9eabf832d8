import { readFile } from 'node:fs/promises';
import { GossamerError } from '../errors.ts';
import { Gossamer } from '../gossamer.ts';
import type { Usage } from '../usage.ts';
import { UsageError } from './exit-codes.ts';
import type { Surroundings } from './program.ts';

export interface ConnectionFlags {
  baseUrl?: string;
  apiKeyFile?: string;
}

/** Timeout of an API call in milliseconds. The value is high because files can be large and connections slow. */
const timeoutMs = 900_000;
const maxRetries = 6;
/** Maximum number of retries of the first request. The value is low because the user may be waiting. */
const firstRetries = 2;

/** Reads the API key and verifies it before any file is read or sent. @throws UsageError, GossamerError */
export async function connect(
  { baseUrl, apiKeyFile }: ConnectionFlags,
  { env, signal }: Pick<Surroundings, 'env' | 'signal'>,
): Promise<{ gossamer: Gossamer; usage: Usage }> {
  const apiKey = apiKeyFile === undefined ? env.GOSSAMER_API_KEY?.trim() : await readKeyFile(apiKeyFile);
  if (!apiKey) {
    throw new UsageError('missing API key. Set GOSSAMER_API_KEY, or pass a file with --api-key-file.');
  }
  const options = { apiKey, baseUrl: (baseUrl ?? env.GOSSAMER_BASE_URL) || undefined, timeoutMs };
  const first = open({ ...options, maxRetries: firstRetries });
  try {
    return { usage: await first.usage({ signal }), gossamer: open({ ...options, maxRetries }) };
  } catch (error) {
    const isRefused = error instanceof GossamerError && (error.status === 401 || error.status === 403);
    throw isRefused ? new UsageError(error.message) : error;
  }
}

function open(options: ConstructorParameters<typeof Gossamer>[0]): Gossamer {
  try {
    return new Gossamer(options);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function readKeyFile(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw new UsageError(
      `failed to read the API key from ${path} (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}
