import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from './private-file.ts';
import { identityOf, isRunning, type ProcessIdentity } from './processes/identity.ts';
import { UserError } from './user-error.ts';

interface LockContent extends ProcessIdentity {
  url: string;
}

/**
 * Locks a data folder for one launcher. Locks of processes that have ended are ignored.
 * @returns a function that releases the lock
 * @throws UserError with the URL of the other launcher if one holds the lock
 */
export function acquireLock(dataDir: string, url: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'lock');
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ ...identityOf(process.pid), url }), { mode: 0o600 });
  try {
    // A hard link appears with its content or fails, so the lock is never empty.
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
  // Another start may have taken the lock between reading and moving it. In that case, restore it.
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
