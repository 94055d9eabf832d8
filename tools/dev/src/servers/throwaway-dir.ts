import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJsonFile, writePrivateFile } from '../private-file.ts';
import { identityOf, isRunning, type ProcessIdentity } from '../processes/identity.ts';
import { endLeftOvers } from '../processes/records.ts';
import { removeOtherUserFiles } from './postgres-home.ts';

const folderPrefix = 'gossamer-stack-';
const ownerFile = 'owner.json';

/** Creates a temporary data folder for a test run. A file in it identifies the process that owns it. */
export async function makeThrowawayDir(): Promise<string> {
  await reapOrphans();
  const dataDir = mkdtempSync(join(tmpdir(), folderPrefix));
  writePrivateFile(join(dataDir, ownerFile), JSON.stringify(identityOf(process.pid)));
  return dataDir;
}

export function removeThrowawayDir(dataDir: string): void {
  removeOtherUserFiles(dataDir);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** Ends the processes and deletes the folders that this user's killed test runs left over. */
async function reapOrphans(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const dataDir = join(tmpdir(), name);
    // Ignores folders of other users, because anyone can write to the temporary folder.
    if (statSync(dataDir, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    const owner = readJsonFile<ProcessIdentity>(join(dataDir, ownerFile));
    if (owner === undefined || isRunning(owner)) continue;
    await endLeftOvers(dataDir);
    removeThrowawayDir(dataDir);
  }
}
