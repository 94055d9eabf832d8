import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildPackages, programPackages } from '@gossamer/dev/build';
import { readRowCommand, refuse } from '@gossamer/dev/command-line';
import { say } from '@gossamer/dev/print';
import sharp from 'sharp';
import { isButteraugliInstalled } from '../butteraugli.ts';
import { short } from '../figures.ts';
import { compareImage } from './compare.ts';
import { type Contestant, contestantIds, contestantsOf, groups } from './contestants.ts';
import { benchmarkPage } from './page.ts';
import { type ComparedImage, type Comparison, type Results, ratioOf } from './results.ts';

/**
 * Entry point of `npm run benchmark`: compares our files with those of other tools and writes a page, its data and all
 * files. Uses no network.
 */
const { values, positionals } = readRowCommand({
  usage: 'npm run benchmark -- [--images N] [--out folder] [name…]',
  options: {
    images: { type: 'string' },
    out: { type: 'string', default: '.gossamer/benchmark' },
  },
  rowNames: contestantIds,
});
const folder = resolve(values.out);
const maxImages = imageCount(values.images);
claimFolder(folder);

mkdirSync('.gossamer/logs', { recursive: true });
await buildPackages(programPackages, resolve('.gossamer/logs'));
if (!isButteraugliInstalled()) say('Butteraugli is not installed and is left out (tools/bench/README.md)');
const contestants = await contestantsOf(
  (id) => positionals.length === 0 || positionals.some((part) => id.includes(part)),
);
const images = new Map<string, ComparedImage[]>(contestants.map(({ id }) => [id, []]));
for (const [group, read] of Object.entries(groups)) {
  const members = contestants.filter((contestant) => contestant.group === group);
  if (members.length === 0) continue;
  for (const image of read().slice(0, maxImages)) {
    say(`${group}: ${image.filename}`);
    for (const [id, compared] of await compareImage(image, members, folder)) images.get(id)?.push(compared);
  }
}
const results: Results = {
  measuredOn: new Date().toISOString().slice(0, 10),
  versions: versionsOf(),
  comparisons: contestants.map((contestant) => toComparison(contestant, images.get(contestant.id) ?? [])),
};
writeJson(join(folder, 'results.json'), results);
writeFileSync(join(folder, 'index.html'), benchmarkPage(results));
for (const { id, images: compared } of results.comparisons)
  say(`${id.padEnd(24)} ${short(ratioOf(compared))}`);
say(`\nfile://${join(folder, 'index.html')}`);

function imageCount(text: string | undefined): number {
  if (text === undefined) return Infinity;
  const count = Number(text);
  return Number.isInteger(count) && count > 0 ? count : refuse('--images is a whole number above 0');
}

/** Empties the folder of an earlier run. Refuses a folder with anything else. */
function claimFolder(path: string): void {
  if (existsSync(path) && !existsSync(join(path, 'results.json'))) {
    refuse(`${path} exists and is not a folder of this command. Choose another one with --out.`);
  }
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  // Marks the folder, so that an interrupted run can be repeated.
  writeJson(join(path, 'results.json'), {});
}

function toComparison(
  { id, tool, settings, group, format }: Contestant,
  compared: ComparedImage[],
): Comparison {
  return { id, tool, settings, group, format, images: compared };
}

/** Returns the versions of the encoders that sharp contains. */
function versionsOf(): Record<string, string> {
  const { sharp: own = '', vips = '', mozjpeg = '', webp = '', aom = '' } = sharp.versions;
  return { sharp: own, libvips: vips, mozjpeg, libwebp: webp, libaom: aom, Node: process.version };
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
