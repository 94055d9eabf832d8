import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { UserError } from '../user-error.ts';

const timeoutMs = 120_000;

/** Returns whether this system's package tools can fetch packages without installing them, and so without root. */
export function canFetchPackages(): boolean {
  return ['/usr/bin/apt-get', '/usr/bin/dpkg', '/etc/apt'].every((path) => existsSync(path));
}

export interface PackageLookup {
  fetchedDir: string;
  canFetch: boolean;
  fetch(targetDir: string, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal | undefined;
  log(line: string): void;
}

/** How to find a program, and the messages for the user. */
export interface WantedProgram<T> {
  /** Searches the machine and the programs fetched before. */
  find(): T | undefined;
  announcement: string;
  /** Returns the error message with possible solutions, for a reason such as "there is none on this machine". */
  waysOut(reason: string): string;
}

/** Returns the program, after fetching its package if necessary. @throws UserError with possible solutions */
export async function findOrFetch<T>(
  { find, announcement, waysOut }: WantedProgram<T>,
  { fetchedDir, canFetch, fetch, signal, log }: PackageLookup,
): Promise<T> {
  const known = find();
  if (known !== undefined) return known;
  if (!canFetch) throw new UserError(waysOut('there is none on this machine'));
  log(announcement);
  let reason = 'the fetched one does not run, or is too old';
  try {
    await fetch(fetchedDir, signal);
  } catch (error) {
    signal?.throwIfAborted();
    reason = `fetching the distribution's package failed (${(error as Error).message})`;
  }
  // Also after a failure, since another run may have fetched it at the same time.
  const fetched = find();
  if (fetched === undefined) throw new UserError(waysOut(reason));
  return fetched;
}

/**
 * Unpacks the first available of these packages and its missing dependencies into a folder.
 * Nothing is installed; the package lists and archives are kept in a separate folder, too.
 */
export async function fetchPackage(
  alternatives: string[],
  targetDir: string,
  signal?: AbortSignal,
): Promise<void> {
  mkdirSync(dirname(targetDir), { recursive: true });
  const workDir = mkdtempSync(`${targetDir}.`);
  try {
    const aptGet = privateAptGet(workDir, signal);
    await aptGet(['update']);
    const packages = await missingPackages(alternatives, aptGet);
    const debsDir = join(workDir, 'debs');
    mkdirSync(debsDir);
    await aptGet(['download', ...packages], debsDir);
    for (const deb of readdirSync(debsDir)) {
      const args = ['-x', join(debsDir, deb), join(workDir, 'root')];
      await runCommand({ command: 'dpkg', args, cwd: workDir, env: process.env, timeoutMs, signal });
    }
    rmSync(targetDir, { recursive: true, force: true });
    renameSync(join(workDir, 'root'), targetDir);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

type AptGet = (args: string[], cwd?: string) => Promise<string>;

function privateAptGet(workDir: string, signal?: AbortSignal): AptGet {
  for (const folder of ['state/lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(workDir, folder), { recursive: true });
  }
  const options = {
    'Dir::State': join(workDir, 'state'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(workDir, 'cache'),
    // As root, apt would download as a user that cannot access this folder.
    'APT::Sandbox::User': 'root',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const env = { ...process.env, LC_ALL: 'C' };
  return (args, cwd = workDir) =>
    runCommand({ command: 'apt-get', args: [...flags, '-q', ...args], cwd, env, timeoutMs, signal });
}

/** Returns the package and its dependencies that are not installed, from a simulated installation. */
async function missingPackages(alternatives: string[], aptGet: AptGet): Promise<string[]> {
  let lastError: unknown;
  for (const name of alternatives) {
    try {
      const plan = await aptGet(['install', '--simulate', '--no-install-recommends', name]);
      // "Inst name (version …)". With "[old version]" in between it would be an upgrade, which must not be mixed in.
      return [...plan.matchAll(/^Inst (\S+) \(/gm)].map((match) => match[1] ?? '');
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}

/** Returns the shared library folders of unpacked packages, for LD_LIBRARY_PATH. */
export function libraryPathOf(fetchedDir: string): string {
  const roots = ['usr/lib', 'lib']
    .map((folder) => join(fetchedDir, folder))
    .filter((root) => existsSync(root));
  const foldersIn = (root: string) =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(root, entry.name));
  return roots.flatMap((root) => [root, ...foldersIn(root)]).join(':');
}
