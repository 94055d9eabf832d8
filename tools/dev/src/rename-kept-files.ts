import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Names that files in the data folder had in earlier versions, with their current names. */
const renamed = [['stripe-stand-in.json', 'fake-stripe.json']] as const;

/** Renames files in the data folder that an earlier version named differently. */
export function renameKeptFiles(dataDir: string): void {
  for (const [before, now] of renamed) {
    const [from, to] = [join(dataDir, before), join(dataDir, now)];
    if (existsSync(from) && !existsSync(to)) renameSync(from, to);
  }
}
