import { parseArgs } from 'node:util';
import { UserError } from './user-error.ts';

export interface StartOptions {
  port: number;
  workers: number;
  /** Whether to create new secrets if the data folder contains data but its secrets are lost. */
  mayReplaceSecrets: boolean;
}

export const startUsage = `Usage: npm start -- [options]
  --port N      the port of the web address (default: PORT, GATEWAY_PORT or 3000)
  --workers N   how many compression workers run (default: 1)
  --new-secrets goes on with new secrets where .gossamer/secrets.json is lost: everybody is logged out
  --help        shows this`;

const usageExitCode = 2;
const maxWorkers = 64;

/**
 * Parses the command line. Returns undefined if help is requested.
 * @throws UserError with exit code 2 if an argument is invalid
 */
export function parseStartOptions(args: string[], env: NodeJS.ProcessEnv): StartOptions | undefined {
  const values = parse(args);
  if (values.help) return undefined;
  const port = values.port ?? (env.PORT || env.GATEWAY_PORT || '3000');
  return {
    port: wholeNumber('the port (--port or PORT)', port, 65_535),
    workers: wholeNumber('--workers', values.workers ?? '1', maxWorkers),
    mayReplaceSecrets: values['new-secrets'] ?? false,
  };
}

function parse(args: string[]) {
  try {
    const options = {
      port: { type: 'string' },
      workers: { type: 'string' },
      'new-secrets': { type: 'boolean' },
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n${startUsage}`, usageExitCode);
  }
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
  throw new UserError(
    `Invalid value "${text}" for ${name}: expected a whole number from 1 to ${max}.`,
    usageExitCode,
  );
}
