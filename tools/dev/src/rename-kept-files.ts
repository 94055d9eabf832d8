import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Former names of files in the data folder with their current names. */
const renamed = [['stripe-stand-in.json', 'fake-stripe.json']] as const;

/** Renames files of earlier versions in the data folder, so that an upgrade keeps them. */
export function renameKeptFiles(dataDir: string): void {
  for (const [before, now] of renamed) {
    const [from, to] = [join(dataDir, before), join(dataDir, now)];
    if (existsSync(from) && !existsSync(to)) renameSync(from, to);
  }
}
