import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which the package is installed as it would be published. */
    installedIn: string;
  }
}

const exec = promisify(execFile);

/** Global setup for Vitest: packs the package and installs it in a temporary folder without network access. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gossamer-client-'));
  const source = join(import.meta.dirname, '..');
  await exec('npm', ['pack', '--pack-destination', folder], { cwd: source });
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await exec('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed)], {
    cwd: folder,
  });
  project.provide('installedIn', folder);
  return () => rm(folder, { recursive: true, force: true });
}
