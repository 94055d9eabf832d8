import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from './private-file.ts';
import { identityOf, isRunning, type ProcessIdentity } from './processes/identity.ts';
import { UserError } from './user-error.ts';

interface LockContent extends ProcessIdentity {
  url: string;
}

/**
 * Lets one launcher at a time work on a data folder. The lock of a process that is gone counts for nothing.
 * @returns what releases it
 * @throws UserError when another launcher holds it, saying where that one answers
 */
export function acquireLock(dataDir: string, url: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'lock');
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ ...identityOf(process.pid), url }), { mode: 0o600 });
  try {
    // A link appears with its content, or fails: no moment in which the lock is empty.
    while (!tryLink(draft, path)) clearStaleLock(path);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(path, { force: true });
}

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function clearStaleLock(path: string): void {
  const holder = readJsonFile<LockContent>(path);
  if (holder !== undefined && isRunning(holder)) throw alreadyRuns(holder);
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return; // another start was quicker
  }
  // Between reading and moving, another start may have put its own lock there: then it goes back.
  const moved = readJsonFile<LockContent>(aside);
  if (moved !== undefined && isRunning(moved)) {
    tryLink(aside, path);
    rmSync(aside, { force: true });
    throw alreadyRuns(moved);
  }
  rmSync(aside, { force: true });
}

function alreadyRuns(holder: LockContent): UserError {
  return new UserError(
    `Gossamer already runs from this folder, at ${holder.url} (process ${holder.pid}). Stop it first (kill ${holder.pid}), or use it.`,
  );
}
