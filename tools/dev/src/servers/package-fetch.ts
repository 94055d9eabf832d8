import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { UserError } from '../user-error.ts';

const timeoutMs = 120_000;

/**
 * Returns whether this system has apt, which can download packages without installing them and without root privileges.
 */
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

/** A program to search for, with messages for the user. */
export interface WantedProgram<T> {
  /** Searches for the program on this machine and among earlier downloads. */
  find(): T | undefined;
  announcement: string;
  /**
   * Returns an error message that lists possible solutions. `reason` is a clause such as "there is none on this
   * machine".
   */
  waysOut(reason: string): string;
}

/**
 * Returns the program. If it is not found, downloads its package.
 * @throws UserError that lists possible solutions
 */
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
  // Search again even if the download failed, because a concurrent run may have completed its own download.
  const fetched = find();
  if (fetched === undefined) throw new UserError(waysOut(reason));
  return fetched;
}

/**
 * Downloads the first available of several alternative packages together with missing dependencies, and unpacks them
 * into a folder. Nothing is installed; package lists and archives are stored in a temporary folder.
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
    // Run the download as root, because the unprivileged user that apt uses by default cannot access the temporary
    // folder.
    'APT::Sandbox::User': 'root',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const env = { ...process.env, LC_ALL: 'C' };
  return (args, cwd = workDir) =>
    runCommand({ command: 'apt-get', args: [...flags, '-q', ...args], cwd, env, timeoutMs, signal });
}

/** Simulates an installation. Returns the names of the package and of all dependencies that are not installed. */
async function missingPackages(alternatives: string[], aptGet: AptGet): Promise<string[]> {
  let lastError: unknown;
  for (const name of alternatives) {
    try {
      const plan = await aptGet(['install', '--simulate', '--no-install-recommends', name]);
      // Match "Inst name (version …)". A line with "[old version]" before the parenthesis is an upgrade. Upgrades are
      // excluded, because libraries of different versions must not be mixed.
      return [...plan.matchAll(/^Inst (\S+) \(/gm)].map((match) => match[1] ?? '');
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}

/** Returns the LD_LIBRARY_PATH for libraries in unpacked packages. */
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
