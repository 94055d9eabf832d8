import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** File names in the data folder that earlier versions used, with the current names. */
const renamed = [['stripe-stand-in.json', 'fake-stripe.json']] as const;

/** Renames files in the data folder that were created by an earlier version. */
export function renameKeptFiles(dataDir: string): void {
  for (const [before, now] of renamed) {
    const [from, to] = [join(dataDir, before), join(dataDir, now)];
    if (existsSync(from) && !existsSync(to)) renameSync(from, to);
  }
}
