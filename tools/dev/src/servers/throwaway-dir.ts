import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJsonFile, writePrivateFile } from '../private-file.ts';
import { identityOf, isRunning, type ProcessIdentity } from '../processes/identity.ts';
import { endLeftOvers } from '../processes/records.ts';
import { removeOtherUserFiles } from './postgres-home.ts';

const folderPrefix = 'gossamer-stack-';
const ownerFile = 'owner.json';

/** Creates a temporary data folder for a test run. A file in the folder identifies the process that owns it. */
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

/** Terminates processes and deletes folders left over from killed test runs of this user. */
async function reapOrphans(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const dataDir = join(tmpdir(), name);
    // Skip folders of other users, because anyone can write to the system's temporary folder.
    if (statSync(dataDir, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    const owner = readJsonFile<ProcessIdentity>(join(dataDir, ownerFile));
    if (owner === undefined || isRunning(owner)) continue;
    await endLeftOvers(dataDir);
    removeThrowawayDir(dataDir);
  }
}
