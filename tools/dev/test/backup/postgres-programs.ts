import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fetchedServersDir } from '../../src/paths.ts';
import { canFetchPackages, fetchPackage, libraryPathOf } from '../../src/servers/package-fetch.ts';

/** Postgres binaries including pg_dump, all of the same version. The embedded Postgres has no pg_dump. */
export interface PostgresPrograms {
  binDir: string;
  env: { LD_LIBRARY_PATH?: string };
}

const fetchedDir = join(fetchedServersDir, 'postgresql');
const packageNames = ['postgresql-18', 'postgresql-17', 'postgresql-16', 'postgresql-15'];

/**
 * Returns the installed Postgres programs or those from an earlier download. Otherwise, downloads them.
 * @throws Error if no programs are available
 */
export async function findPostgresPrograms(): Promise<PostgresPrograms> {
  const onPath = (process.env.PATH ?? '').split(delimiter).find(isComplete);
  const installed = onPath ?? newestIn('/usr/lib/postgresql');
  if (installed) return { binDir: installed, env: {} };
  const versionsDir = join(fetchedDir, 'usr/lib/postgresql');
  if (!newestIn(versionsDir)) {
    if (!canFetchPackages()) throw new Error('Postgres is missing: add it and pg_dump to the PATH.');
    await fetchPackage(packageNames, fetchedDir);
  }
  const binDir = newestIn(versionsDir);
  if (!binDir) throw new Error('The downloaded Postgres package has no server.');
  return { binDir, env: { LD_LIBRARY_PATH: libraryPathOf(fetchedDir) } };
}

const isComplete = (binDir: string) =>
  ['postgres', 'initdb', 'pg_dump', 'pg_restore', 'psql'].every((name) => existsSync(join(binDir, name)));

function newestIn(versionsDir: string): string | undefined {
  if (!existsSync(versionsDir)) return undefined;
  return readdirSync(versionsDir)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(versionsDir, version, 'bin'))
    .find(isComplete);
}
