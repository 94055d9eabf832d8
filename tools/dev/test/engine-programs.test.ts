import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findEnginePath } from '../src/engine-programs.ts';
import { temporaryDir } from './temporary-dir.ts';

const programs = ['jpegtran', 'cjxl', 'djxl'];
/** The programs of the downloaded packages, by folder. The engine does not need cjpeg. */
const downloaded: Record<string, string[]> = {
  jpegtran: ['jpegtran', 'cjpeg'],
  'cjxl-djxl': ['cjxl', 'djxl'],
};

/** Creates a fake program that prints its library path and exits with the given code. */
function putProgram(path: string, exitCode = 0): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho "libraries: $LD_LIBRARY_PATH"\nexit ${exitCode}\n`);
  chmodSync(path, 0o755);
}

function lookupIn(root: string) {
  const fetched: string[] = [];
  const logged: string[] = [];
  return {
    fetched,
    logged,
    fetchedDir: join(root, 'fetched'),
    searchPath: join(root, 'bin'),
    canFetch: true,
    log: (line: string) => void logged.push(line),
    fetch: async (targetDir: string) => {
      fetched.push(basename(targetDir));
      mkdirSync(join(targetDir, 'usr/lib/x86_64-linux-gnu'), { recursive: true });
      for (const name of downloaded[basename(targetDir)] ?? []) putProgram(join(targetDir, 'usr/bin', name));
    },
  };
}

it('the launcher leaves PATH unchanged if all programs are installed', async () => {
  const lookup = lookupIn(temporaryDir());
  for (const name of programs) putProgram(join(lookup.searchPath, name));
  expect(await findEnginePath(lookup)).toBe(lookup.searchPath);
  expect(lookup.fetched).toEqual([]);
});

it('the launcher downloads each package once and adds programs and libraries to the environment', async () => {
  const lookup = lookupIn(temporaryDir());
  putProgram(join(lookup.searchPath, 'jpegtran'), 1);
  const path = await findEnginePath(lookup);
  expect(await findEnginePath(lookup)).toBe(path);
  expect(lookup.fetched).toEqual(['jpegtran', 'cjxl-djxl']);
  for (const [name, folder] of [
    ['jpegtran', 'jpegtran'],
    ['cjpeg', 'jpegtran'],
    ['djxl', 'cjxl-djxl'],
  ] as const) {
    const { stdout } = spawnSync(name, { env: { PATH: path }, encoding: 'utf8' });
    expect(stdout).toContain(join(lookup.fetchedDir, folder, 'usr/lib/x86_64-linux-gnu'));
  }
});

const failures = [
  ['downloads are impossible', { canFetch: false }],
  ['the download fails', { fetch: () => Promise.reject(new Error('no network')) }],
  ['the downloaded program does not run', { fetch: async () => {} }],
] as const;

it.each(failures)('the launcher explains how to install jpegtran if %s', async (_, change) => {
  const lookup = { ...lookupIn(temporaryDir()), ...change };
  await expect(findEnginePath(lookup)).rejects.toThrow('apt-get install libjpeg-turbo-progs');
  expect(existsSync(lookup.fetchedDir)).toBe(false);
});

it.each(failures)('the launcher continues without cjxl and djxl and says why if %s', async (_, change) => {
  const lookup = { ...lookupIn(temporaryDir()), ...change };
  putProgram(join(lookup.searchPath, 'jpegtran'));
  expect(await findEnginePath(lookup)).toBe(lookup.searchPath);
  expect(lookup.logged.at(-1)).toContain('Archives of JPEGs are turned off');
  expect(lookup.logged.at(-1)).toContain('apt-get install libjxl-tools');
});
