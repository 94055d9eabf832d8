import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../paths.ts';
import { allowedLicenses } from './allowed-licenses.ts';
import type { ShippedPackage } from './shipped-packages.ts';

export const noticesFile = join(workspaceRoot, 'THIRD_PARTY_LICENSES');

const rule = '='.repeat(100);

/** Third-party works that are committed to this repository and distributed with the product. */
const ownFiles: { what: string; license: string; file?: string; note: string }[] = [
  {
    what: 'Geist (typeface), subset',
    license: 'OFL-1.1',
    file: 'apps/web/src/styles/fonts/LICENSE-Geist.txt',
    note: 'Unchanged but for the choice of letters; served by itself, not sold.',
  },
  {
    what: 'flag-icons (apps/web/public/flags)',
    license: 'MIT',
    note: 'Copyright (c) Panayiotis Lipiridis. Terms: the MIT License, as it is written out below for others.',
  },
  {
    what: 'SSIMULACRA2 (weights and constants)',
    license: 'BSD-3-Clause',
    note: 'Copyright (c) Jon Sneyers, Cloudinary. Terms: the BSD 3-Clause License, as it is written out below for others.',
  },
  {
    what: 'Other images of the landing page',
    license: 'see note',
    note: 'Made from camera-12mp.jpg (drewnoakes/metadata-extractor-images, free to use) and from city, flowers and page of gianni-rosato/gb82-image-set (CC0 1.0); tools/bench/images/README.md.',
  },
  {
    what: 'An image of the landing page (pool)',
    license: 'MIT',
    note: 'From MikeKovarik/exifr, Copyright (c) Mike Kovařík. Terms: the MIT License, as it is written out below for others.',
  },
];

/**
 * Returns the content of THIRD_PARTY_LICENSES: a table of all packages, then each distinct license text with the names
 * of its packages.
 */
export function formatNotices(packages: readonly ShippedPackage[]): string {
  return [
    'Third-party software and works in Gossamer',
    '',
    'Made by `node tools/dev/src/licenses/write-notices.ts` from what is installed; not edited by hand.',
    's: in the images of the services; b: sent to browsers. What a license asks for: docs/dependencies.md.',
    '',
    ...packages.map(toLine),
    '',
    'In the repository itself:',
    ...ownFiles.map(({ what, license, note }) => `     ${what}: ${license}. ${note}`),
    '',
    ...textsOf(packages).map(([text, names]) => `${rule}\n${wrap(names)}\n${rule}\n\n${text}\n`),
  ].join('\n');
}

function toLine({ name, version, license, isInServices, isInBrowser, texts }: ShippedPackage): string {
  const where = `${isInServices ? 's' : ' '}${isInBrowser ? 'b' : ' '}`;
  const lacking =
    texts.length === 0 ? ` (no text in the package: ${allowedLicenses[license] ?? 'unknown'})` : '';
  return `${where}   ${name} ${version}: ${license}${lacking}`;
}

/**
 * Returns each distinct license text with the names of its packages. Texts that differ only in whitespace are merged.
 */
function textsOf(packages: readonly ShippedPackage[]): [text: string, names: string[]][] {
  const found = new Map<string, { text: string; names: string[] }>();
  const add = (text: string, name: string) => {
    const key = text.replace(/\s+/g, ' ');
    const entry = found.get(key) ?? { text, names: [] };
    entry.names.push(name);
    found.set(key, entry);
  };
  for (const { name, version, texts } of packages) for (const text of texts) add(text, `${name} ${version}`);
  for (const { what, file } of ownFiles)
    if (file) add(readFileSync(join(workspaceRoot, file), 'utf8').trim(), what);
  return [...found.values()].map(({ text, names }) => [text, names]);
}

const wrap = (names: readonly string[]): string =>
  names
    .join(', ')
    .replace(/(.{1,98})(, |$)/g, '$1$2\n')
    .trim();
