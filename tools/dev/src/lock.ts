import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from './private-file.ts';
import { identityOf, isRunning, type ProcessIdentity } from './processes/identity.ts';
import { UserError } from './user-error.ts';

interface LockContent extends ProcessIdentity {
  url: string;
}

/**
 * Locks a data folder, so that only one launcher uses it at a time. Locks of processes that have exited are ignored.
 * @returns a function that releases the lock
 * @throws UserError with the URL of the running launcher if the folder is locked
 */
export function acquireLock(dataDir: string, url: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'lock');
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ ...identityOf(process.pid), url }), { mode: 0o600 });
  try {
    // Create the lock file as a hard link to a complete file, so that other launchers never see an empty lock file.
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
    return; // Another launcher has already removed the stale lock.
  }
  // Between the check and the rename, another launcher may have replaced the stale lock. If so, restore the lock of
  // that launcher.
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
    `Gossamer is already running from this folder, at ${holder.url} (process ${holder.pid}). Stop it first (kill ${holder.pid}), or use it.`,
  );
}
