import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CheckConfig, parseConfig } from '@gossamer/contracts/check-config';
import { UsageError } from '../exit-codes.ts';
import { shown } from '../words.ts';

/** Names under which a configuration is found. */
const configNames = [
  'gossamer.config.json',
  'gossamer.config.ts',
  'gossamer.config.mjs',
  'gossamer.config.js',
] as const;
const programExtensions = ['.ts', '.mjs', '.js'];

export interface ConfigSource {
  /** Folder in which a configuration is looked for, if no file is named. */
  folder: string;
  /** Path of the configuration, relative to the folder. */
  file?: string | undefined;
  /** Whether a configuration that is a program may be executed. */
  allowsPrograms: boolean;
}

/**
 * Reads the configuration of `gossamer check`. Without one, the defaults apply.
 * @throws UsageError if it cannot be read, executed or is invalid
 */
export async function loadConfig({ folder, file, allowsPrograms }: ConfigSource): Promise<CheckConfig> {
  const path = file === undefined ? findConfig(folder) : resolve(folder, file);
  const given = path === undefined ? {} : await read(path, allowsPrograms);
  const parsed = parseConfig(given);
  if ('config' in parsed) return parsed.config;
  const lines = parsed.errors.map((line) => `  ${shown(line)}`).join('\n');
  throw new UsageError(`${nameOf(path)} is invalid:\n${lines}`);
}

const nameOf = (path = 'the configuration') => shown(basename(path));

function findConfig(folder: string): string | undefined {
  const found = configNames.filter((name) => existsSync(join(folder, name)));
  if (found.length > 1) throw new UsageError(`found ${found.join(' and ')}. Keep one of them.`);
  return found[0] && join(folder, found[0]);
}

function read(path: string, allowsPrograms: boolean): Promise<unknown> {
  const extension = extname(path);
  if (extension === '.json') return readJson(path);
  if (!programExtensions.includes(extension)) {
    throw new UsageError(
      `${nameOf(path)} is not a configuration. Its name must end with .json, .ts, .mjs or .js.`,
    );
  }
  if (!allowsPrograms) {
    throw new UsageError(
      `${nameOf(path)} is a program of an untrusted change and is not executed. Use gossamer.config.json.`,
    );
  }
  return execute(path, extension);
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`failed to read ${nameOf(path)} (${error.code}).`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${nameOf(path)} is not valid JSON: ${shown((error as Error).message)}`);
  }
}

async function execute(path: string, extension: string): Promise<unknown> {
  if (extension === '.ts' && !process.features.typescript) {
    throw new UsageError(
      `Node.js ${process.version} cannot load ${nameOf(path)}. Use Node.js 22.18 or newer, or a configuration with the extension .json or .mjs.`,
    );
  }
  const loaded = await import(pathToFileURL(path).href).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`failed to load ${nameOf(path)}: ${shown(reason)}`);
  });
  if (loaded.default === undefined) {
    throw new UsageError(`${nameOf(path)} has no default export. Export the configuration as default.`);
  }
  return loaded.default;
}
