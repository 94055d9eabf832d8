import { fileURLToPath } from 'node:url';

/** Root folder of the workspace. */
export const workspaceRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Data folder of `npm start`: database, images, secrets, logs. */
export const keptDataDir = `${workspaceRoot}/.gossamer`;

/** Server programs fetched for this clone, shared by start and tests. */
export const fetchedServersDir = `${keptDataDir}/servers`;

/** Returns a path relative to the workspace's root, for messages. */
export function shortPath(path: string): string {
  return path.startsWith(`${workspaceRoot}/`) ? path.slice(workspaceRoot.length + 1) : path;
}
