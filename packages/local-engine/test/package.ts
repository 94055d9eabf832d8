import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installLocalEngine } from '@gossamer/testkit/install-local-engine';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which the package is installed as it would be published. */
    engineFolder: string;
  }
}

/** Global setup for Vitest: packs the package and installs it in a temporary folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gossamer-local-engine-'));
  await installLocalEngine(folder);
  project.provide('engineFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
