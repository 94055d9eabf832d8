import { fileURLToPath } from 'node:url';

/** Root folder of the workspace. */
export const workspaceRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Data folder of `npm start`. Contains the database, images, secrets and logs. */
export const keptDataDir = `${workspaceRoot}/.gossamer`;

/** Folder for downloaded server binaries, shared by `npm start` and the tests of this clone. */
export const fetchedServersDir = `${keptDataDir}/servers`;

/** Returns a path relative to the workspace root, for use in messages. */
export function shortPath(path: string): string {
  return path.startsWith(`${workspaceRoot}/`) ? path.slice(workspaceRoot.length + 1) : path;
}
