import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { canFetchPackages, fetchPackage, findOrFetch, libraryPathOf } from './package-fetch.ts';

export interface SwiftProgram {
  python: string;
  version: string;
  env: { PYTHONPATH: string; LD_LIBRARY_PATH: string; PYTHONNOUSERSITE: string };
}

export interface SwiftLookup {
  fetchedDir: string;
  log(line: string): void;
  signal?: AbortSignal;
}

/**
 * Path of the distribution's Python. The distribution's packages are built for this version, and PATH may list another
 * Python first.
 */
const python = '/usr/bin/python3';
const packageNames = ['python3-swift'];
/**
 * Python script that prints the version of Swift. It also imports native modules, which may no longer work after a
 * system upgrade.
 */
const versionScript =
  "import swift.common.swob, xattr, lxml.etree, pyeclib.ec_iface, importlib.metadata as m; print(m.version('swift'))";

/**
 * Finds OpenStack Swift on this machine or in an earlier download. Otherwise, downloads it.
 * @throws UserError that lists possible solutions
 */
export async function findSwift({ fetchedDir, log, signal }: SwiftLookup): Promise<SwiftProgram> {
  const wanted = {
    find: () => usable(fetchedDir),
    announcement:
      "fetching the distribution's OpenStack Swift into .gossamer (not installing it), as S3 server for tests",
    waysOut,
  };
  const canFetch = existsSync(python) && canFetchPackages();
  const fetch = (targetDir: string) => fetchPackage(packageNames, targetDir, signal);
  return findOrFetch(wanted, { fetchedDir, canFetch, fetch, log, signal });
}

function waysOut(reason: string): string {
  return `The tests of the S3 storage need an S3 server, and ${reason}.
One of these helps:
  - install one:        apt-get install python3-swift
  - use a running one:  S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY in the environment`;
}

function usable(fetchedDir: string): SwiftProgram | undefined {
  const env = {
    PYTHONPATH: join(fetchedDir, 'usr/lib/python3/dist-packages'),
    LD_LIBRARY_PATH: libraryPathOf(fetchedDir),
    PYTHONNOUSERSITE: '1',
  };
  const said = spawnSync(python, ['-c', versionScript], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  const version = said.status === 0 ? said.stdout.trim() : '';
  return version === '' ? undefined : { python, version, env };
}
