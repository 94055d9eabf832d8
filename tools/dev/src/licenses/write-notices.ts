import { writeFileSync } from 'node:fs';
import { shortPath } from '../paths.ts';
import { say } from '../print.ts';
import { formatNotices, noticesFile } from './format-notices.ts';
import { readShippedPackages } from './shipped-packages.ts';

/**
 * Writes THIRD_PARTY_LICENSES. Run `node tools/dev/src/licenses/write-notices.ts` after changing distributed
 * dependencies.
 */
const packages = readShippedPackages();
writeFileSync(noticesFile, formatNotices(packages));
say(`${shortPath(noticesFile)}: ${packages.length} packages`);
