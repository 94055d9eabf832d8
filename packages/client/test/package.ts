import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installLocalEngine } from '@gossamer/testkit/install-local-engine';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which the package is installed as it would be published. */
    installedIn: string;
    /** Folder in which the package is installed together with gossamer-engine. */
    installedWithEngine: string;
  }
}

const exec = promisify(execFile);

/** Global setup for Vitest: packs the package and installs it in temporary folders without network access. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gossamer-client-'));
  const source = join(import.meta.dirname, '..');
  await exec('npm', ['pack', '--pack-destination', folder], { cwd: source });
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await exec('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed)], {
    cwd: folder,
  });
  const withEngine = await mkdtemp(join(tmpdir(), 'gossamer-client-'));
  await cp(join(folder, 'node_modules/gossamer'), join(withEngine, 'node_modules/gossamer'), {
    recursive: true,
  });
  await installLocalEngine(withEngine);
  project.provide('installedIn', folder);
  project.provide('installedWithEngine', withEngine);
  return async () => {
    for (const path of [folder, withEngine]) await rm(path, { recursive: true, force: true });
  };
}
