import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fetchedServersDir } from './paths.ts';
import {
  canFetchPackages,
  fetchPackage,
  findOrFetch,
  libraryPathOf,
  type PackageLookup,
} from './servers/package-fetch.ts';

export interface EngineProgramsLookup extends PackageLookup {
  /** Folders to search for programs, in the format of PATH. */
  searchPath: string;
}

/**
 * Linux packages with programs that the engine runs. The worker's container image includes them; on other systems,
 * missing packages are downloaded.
 */
export const enginePackages = ['libjpeg-turbo-progs'];

export function defaultEngineProgramsLookup(
  log: (line: string) => void,
  signal?: AbortSignal,
): EngineProgramsLookup {
  return {
    searchPath: process.env.PATH ?? '',
    fetchedDir: join(fetchedServersDir, 'jpegtran'),
    canFetch: canFetchPackages(),
    fetch: (targetDir, stop) => fetchPackage(enginePackages, targetDir, stop),
    log,
    signal,
  };
}

/**
 * Returns a PATH that contains jpegtran, which the engine runs (docs/decisions/0036). If jpegtran is not installed,
 * prepends the folder of a downloaded copy.
 * @throws UserError that explains how to install jpegtran
 */
export async function findEnginePath(lookup: EngineProgramsLookup): Promise<string> {
  const { searchPath, fetchedDir } = lookup;
  const find = () => (runsOn(searchPath) ? searchPath : findFetched(searchPath, fetchedDir));
  const announcement =
    "jpegtran is not installed: fetching the distribution's package into .gossamer (not installing it)";
  return findOrFetch({ find, announcement, waysOut }, lookup);
}

function waysOut(reason: string): string {
  return `The engine turns JPEGs without loss by jpegtran, and ${reason}.
Install it:  apt-get install libjpeg-turbo-progs   |   brew install jpeg-turbo   |   dnf install libjpeg-turbo-utils`;
}

/**
 * Creates a jpegtran script that runs the downloaded program with its own libraries. Returns a PATH that starts with
 * the script's folder, or undefined if the program cannot run.
 */
function findFetched(searchPath: string, fetchedDir: string): string | undefined {
  const program = join(fetchedDir, 'usr/bin/jpegtran');
  if (!existsSync(program)) return undefined;
  const script = join(fetchedDir, 'jpegtran');
  const libraries = `LD_LIBRARY_PATH='${libraryPathOf(fetchedDir)}'`;
  if (!existsSync(script)) {
    writeFileSync(script, `#!/bin/sh\n${libraries} exec '${program}' "$@"\n`);
    chmodSync(script, 0o755);
  }
  const path = [fetchedDir, searchPath].join(delimiter);
  return runsOn(path) ? path : undefined;
}

function runsOn(path: string): boolean {
  return spawnSync('jpegtran', ['-version'], { env: { PATH: path } }).status === 0;
}
