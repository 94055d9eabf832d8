import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fetchedServersDir } from '@gossamer/dev/paths';
import { canFetchPackages, fetchPackage } from '@gossamer/dev/servers/package-fetch';
import { NotPossibleError } from './small-disk.ts';

const library = 'libfaketimeMT.so.1';
const installed = `/usr/lib/*/faketime/${library}`;
const fetchedDir = join(fetchedServersDir, 'faketime');
const fetched = join(fetchedDir, installed);

/**
 * Returns environment variables that shift the clock of a process and its children with libfaketime, by process name.
 * Timers are not affected.
 * @throws NotPossibleError if the library is not available
 */
export async function clockEnv(clocks: Record<string, string>): Promise<Record<string, NodeJS.ProcessEnv>> {
  if (Object.keys(clocks).length === 0) return {};
  const path = await findLibrary();
  const envOf = (offset: string) => ({
    LD_PRELOAD: path,
    FAKETIME: offset,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Shift only the clock, not the timestamps of files.
    NO_FAKE_STAT: '1',
  });
  const envs = Object.fromEntries(Object.entries(clocks).map(([name, offset]) => [name, envOf(offset)]));
  for (const env of Object.values(envs)) assertMoved(env);
  return envs;
}

/**
 * Returns the path of the installed library. If it is not installed, downloads the distribution's package without
 * installing it.
 */
async function findLibrary(): Promise<string> {
  const known = globSync([installed, fetched])[0];
  if (known !== undefined) return known;
  if (!canFetchPackages()) throw new NotPossibleError('not supported here: libfaketime is not installed');
  await fetchPackage(['libfaketime'], fetchedDir).catch((error: Error) => {
    throw new NotPossibleError(`not supported here: failed to download libfaketime (${error.message})`);
  });
  const [path] = globSync(fetched);
  if (path === undefined) throw new NotPossibleError(`not supported here: the package has no ${library}`);
  return path;
}

/**
 * Verifies that libfaketime shifts the clock; otherwise, the test would prove nothing.
 * @throws NotPossibleError if the clock is not shifted
 */
function assertMoved(env: NodeJS.ProcessEnv): void {
  const child = spawnSync(process.execPath, ['-p', 'Date.now()'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  const offByMs = Math.abs(Number(child.stdout) - Date.now());
  if (!(offByMs > 60_000))
    throw new NotPossibleError(`not supported here: FAKETIME ${env.FAKETIME} has no effect`);
}
