import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installLocalEngine } from '@gossamer/testkit/install-local-engine';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the files of the action as they are released. */
    actionFolder: string;
    /** Folder of temporary files of the runner, in which the engine is installed. */
    runnerTemp: string;
    /** The running product, which packages/client/test/product.ts starts. */
    product: { url: string; members: { action: { apiKey: string } } };
  }
}

/** Global setup for Vitest: builds the action and installs the engine as a workflow would. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const source = join(import.meta.dirname, '..');
  await promisify(execFile)(join(source, 'node_modules/.bin/tsdown'), [], { cwd: source });
  const folder = await mkdtemp(join(tmpdir(), 'gossamer-action-'));
  const [actionFolder, runnerTemp] = [join(folder, 'action'), join(folder, 'temp')];
  for (const name of ['action.yml', 'dist']) {
    await cp(join(source, name), join(actionFolder, name), { recursive: true });
  }
  await mkdir(runnerTemp);
  await installLocalEngine(join(runnerTemp, 'gossamer'));
  project.provide('actionFolder', actionFolder);
  project.provide('runnerTemp', runnerTemp);
  return () => rm(folder, { recursive: true, force: true });
}
