import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJsonFile, writePrivateFile } from '../private-file.ts';
import { identityOf, isRunning, type ProcessIdentity } from '../processes/identity.ts';
import { endLeftOvers } from '../processes/records.ts';
import { removeOtherUserFiles } from './postgres-home.ts';

const folderPrefix = 'gossamer-stack-';
const ownerFile = 'owner.json';

/** Creates a temporary data folder for one test run, marked with the process that owns it. */
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

/** Ends and removes what killed test runs of this user left behind. */
async function reapOrphans(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const dataDir = join(tmpdir(), name);
    // Anybody can write to the temporary folder, so other users' files are not trusted.
    if (statSync(dataDir, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    const owner = readJsonFile<ProcessIdentity>(join(dataDir, ownerFile));
    if (owner === undefined || isRunning(owner)) continue;
    await endLeftOvers(dataDir);
    removeThrowawayDir(dataDir);
  }
}
