import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Creates a folder that is deleted after the current test. Outside a test, the folder is deleted after all tests in the
 * file.
 */
export function makeTemporaryDir(): string {
  return mkdtempSync(join(tmpdir(), 'gossamer-local-'));
}

export function removeDir(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

export function temporaryDir(): string {
  const path = makeTemporaryDir();
  onTestFinished(() => removeDir(path));
  return path;
}
