import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findEnginePath } from '../src/engine-programs.ts';
import { temporaryDir } from './temporary-dir.ts';

/** Creates a fake jpegtran that prints its library path and exits with the given code. */
function putJpegtran(path: string, exitCode = 0): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho "libraries: $LD_LIBRARY_PATH"\nexit ${exitCode}\n`);
  chmodSync(path, 0o755);
}

function lookupIn(root: string) {
  const fetched: string[] = [];
  const fetchedDir = join(root, 'fetched');
  return {
    fetched,
    fetchedDir,
    searchPath: join(root, 'bin'),
    canFetch: true,
    log: () => {},
    fetch: async (targetDir: string) => {
      fetched.push(targetDir);
      mkdirSync(join(targetDir, 'usr/lib/x86_64-linux-gnu'), { recursive: true });
      putJpegtran(join(targetDir, 'usr/bin/jpegtran'));
    },
  };
}

it('the launcher leaves PATH unchanged if jpegtran is installed', async () => {
  const lookup = lookupIn(temporaryDir());
  putJpegtran(join(lookup.searchPath, 'jpegtran'));
  expect(await findEnginePath(lookup)).toBe(lookup.searchPath);
  expect(lookup.fetched).toEqual([]);
});

it('the launcher downloads jpegtran once and adds it and its libraries to the environment', async () => {
  const lookup = lookupIn(temporaryDir());
  putJpegtran(join(lookup.searchPath, 'jpegtran'), 1);
  const path = await findEnginePath(lookup);
  expect(await findEnginePath(lookup)).toBe(path);
  expect(lookup.fetched).toHaveLength(1);
  const { stdout } = spawnSync('jpegtran', { env: { PATH: path }, encoding: 'utf8' });
  expect(stdout).toContain(join(lookup.fetchedDir, 'usr/lib/x86_64-linux-gnu'));
});

it.each([
  ['downloads are impossible', { canFetch: false }],
  ['the download fails', { fetch: () => Promise.reject(new Error('no network')) }],
  ['the downloaded program does not run', { fetch: async () => {} }],
])('the launcher explains how to install jpegtran if %s', async (_, change) => {
  const lookup = { ...lookupIn(temporaryDir()), ...change };
  await expect(findEnginePath(lookup)).rejects.toThrow('apt-get install libjpeg-turbo-progs');
  expect(existsSync(lookup.fetchedDir)).toBe(false);
});
