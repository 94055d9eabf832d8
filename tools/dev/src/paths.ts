import { fileURLToPath } from 'node:url';

/** The workspace's root folder. */
export const workspaceRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** What `npm start` keeps: rows, images, secrets, logs. */
export const keptDataDir = `${workspaceRoot}/.gossamer`;

/** Server programs fetched for this clone; shared by start and tests. */
export const fetchedServersDir = `${keptDataDir}/servers`;

/** A path as a reader would type it from the workspace's root. */
export function shortPath(path: string): string {
  return path.startsWith(`${workspaceRoot}/`) ? path.slice(workspaceRoot.length + 1) : path;
}
