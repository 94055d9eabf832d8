import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../user-error.ts';
import { postgresNativeDir, postgresVersion } from './postgres-binaries.ts';

/** Postgres folders, and the user to run Postgres as. Postgres refuses to run as root. */
export interface PostgresHome {
  nativeDir: string;
  clusterDir: string;
  version: string;
  wrapper: string[];
  user?: { uid: number; gid: number };
}

/**
 * Command prefix that enters a user namespace in which root's files belong to user 1000, so that they need not be moved
 * and their owner need not be changed.
 */
const userNamespace = ['unshare', '-U', '--map-user=1000', '--map-group=1000', '--'];

export function findPostgresHome(dataDir: string): PostgresHome {
  const nativeDir = postgresNativeDir();
  const version = postgresVersion(nativeDir);
  const clusterDir = join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) return { nativeDir, clusterDir, version, wrapper: [] };
  const [program = '', ...args] = userNamespace;
  if (spawnSync(program, [...args, 'true']).status === 0) {
    moveCluster(join(otherUserDir(dataDir), 'postgres'), clusterDir);
    giveTo(clusterDir, { uid: 0, gid: 0 });
    return { nativeDir, clusterDir, version, wrapper: userNamespace };
  }
  return homeOfOtherUser(dataDir, nativeDir, version);
}

/**
 * Returns an unprivileged user to run Postgres as, and folders that this user can access. Needed if the caller is root
 * and the system has no user namespaces, because Postgres refuses to run as root.
 */
function homeOfOtherUser(dataDir: string, nativeDir: string, version: string): PostgresHome {
  const user = findUnprivilegedUser();
  const sharedNativeDir = join(otherUserRoot, `postgres-${version}`);
  copyOnce(nativeDir, sharedNativeDir);
  const clusterDir = join(otherUserDir(dataDir), 'postgres');
  mkdirSync(otherUserDir(dataDir), { recursive: true, mode: 0o711 });
  moveCluster(join(dataDir, 'postgres'), clusterDir);
  giveTo(clusterDir, user);
  return { nativeDir: sharedNativeDir, clusterDir, version, wrapper: [], user };
}

/**
 * Moves the database folder of an earlier run to where this run expects it. The location depends on whether user
 * namespaces are available, which can change between runs.
 */
function moveCluster(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return;
  const draft = `${to}.moving`;
  rmSync(draft, { recursive: true, force: true });
  // Copy with `cp`, because renaming fails across file systems and cpSync does not preserve folder permissions.
  execFileSync('cp', ['-a', from, draft]);
  renameSync(draft, to);
  rmSync(from, { recursive: true, force: true });
}

const otherUserRoot = '/var/lib/gossamer';

function otherUserDir(dataDir: string): string {
  return join(otherUserRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

/** Deletes the files of a temporary data folder that are stored outside the folder. */
export function removeOtherUserFiles(dataDir: string): void {
  if (process.getuid?.() === 0) rmSync(otherUserDir(dataDir), { recursive: true, force: true });
}

function findUnprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    const [uid, gid] = ids.map((result) => (result.status === 0 ? Number(result.stdout) : Number.NaN));
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { uid, gid };
  }
  throw new UserError(
    'Postgres refuses to run as root, this machine forbids user namespaces (unshare -U), and there is no ' +
      'user "postgres" or "nobody" to run it as. Start Gossamer as an ordinary user, or set DATABASE_URL.',
  );
}

function copyOnce(from: string, to: string): void {
  if (existsSync(to)) return;
  const draft = `${to}.${process.pid}`;
  mkdirSync(otherUserRoot, { recursive: true, mode: 0o755 });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', draft]);
  renameSync(draft, to);
}

/** Changes the owner of a folder and its contents, unless the folder already belongs to the user. */
function giveTo(folder: string, user: { uid: number; gid: number }): void {
  if (!existsSync(folder) || lstatSync(folder).uid === user.uid) return;
  chownSync(folder, user.uid, user.gid);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const { uid } = lstatSync(join(folder, path));
    if (uid !== user.uid) chownSync(join(folder, path), user.uid, user.gid);
  }
}
