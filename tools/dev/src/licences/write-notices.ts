import { writeFileSync } from 'node:fs';
import { shortPath } from '../paths.ts';
import { say } from '../print.ts';
import { formatNotices, noticesFile } from './format-notices.ts';
import { readShippedPackages } from './shipped-packages.ts';

/** `node tools/dev/src/licences/write-notices.ts`: run it after every change to the dependencies that ship. */
const packages = readShippedPackages();
writeFileSync(noticesFile, formatNotices(packages));
say(`${shortPath(noticesFile)}: ${packages.length} packages`);
