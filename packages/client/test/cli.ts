import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';

export interface CliRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  cwd: string;
  apiKey?: string;
  /** Folder in which the CLI is installed. Defaults to a folder in which the local engine is not installed. */
  installedIn?: string;
  env?: Record<string, string>;
  /** Called after each write to standard output, with the entire output so far. */
  watch?: (stdout: string, child: ChildProcess) => void;
}

/** Runs the installed CLI as a separate process. */
export function gossamer(args: string[], options: CliOptions): Promise<CliRun> {
  const { cwd, apiKey, installedIn = inject('installedIn'), env, watch } = options;
  const file = join(installedIn, 'node_modules/gossamer/dist/cli.js');
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      GOSSAMER_BASE_URL: inject('product').url,
      ...(apiKey && { GOSSAMER_API_KEY: apiKey }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    watch?.(stdout, child);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Parses the lines of `--json` output. The last line contains the totals. */
export const jsonLines = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Creates a temporary folder with the given files. */
export async function folderOf(files: Record<string, Uint8Array | string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gossamer-images-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

export const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Returns the sorted paths of all files in a folder and its subfolders, including hidden files. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
