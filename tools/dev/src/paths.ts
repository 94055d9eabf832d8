import { fileURLToPath } from 'node:url';

/** Root folder of the workspace. */
export const workspaceRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Data folder of `npm start`: database, images, secrets, logs. */
export const keptDataDir = `${workspaceRoot}/.gossamer`;

/** Folder for server programs downloaded for this clone. `npm start` and tests share it. */
export const fetchedServersDir = `${keptDataDir}/servers`;

/** Returns a path relative to the workspace root, for messages. */
export function shortPath(path: string): string {
  return path.startsWith(`${workspaceRoot}/`) ? path.slice(workspaceRoot.length + 1) : path;
}
