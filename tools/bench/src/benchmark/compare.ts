import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { type EncodedFormat, extensions } from '@gossamer/contracts/formats';
import { defaultSettings, maxQuality } from '@gossamer/contracts/settings';
import { compress } from '@gossamer/engine/compress';
import { qualityOf } from '@gossamer/engine/quality';
import { butteraugliOf } from '../butteraugli.ts';
import { type ScoredImage, scored, scoreOf } from '../corpus.ts';
import type { Image } from '../images.ts';
import type { Contestant } from './contestants.ts';
import type { ComparedImage, Made } from './results.ts';

/** Number of points by which our file may be worse than the other tool's. */
const maxDeficit = 0.3;
/** Number of times that our file is made again at a higher quality if it is worse. */
const maxRaises = 6;
const maxPixels = 200_000_000;

interface Encoded {
  data: Uint8Array;
  format: EncodedFormat;
}

interface MadeFile extends Encoded {
  score: number;
  cpuMs: number;
}

/** Returns the path of an original below the folder of the page. */
export const originalPath = (group: string, name: string): string => join('files', group, name);

/** Returns the path of a file that one of the two sides made. */
export function madePath(id: string, name: string, side: 'theirs' | 'ours', { format }: Made): string {
  return join('files', id, `${name.slice(0, -extname(name).length)}.${side}.${extensions[format]}`);
}

/**
 * Compresses an image with each contestant, and with the engine at the score of the contestant's file. Writes all files
 * below the folder.
 * @returns the results by the id of the contestant
 */
export async function compareImage(
  image: Image,
  contestants: readonly Contestant[],
  folder: string,
): Promise<Map<string, ComparedImage>> {
  const compared = new Map<string, ComparedImage>();
  for (const original of await scored([image])) {
    for (const contestant of contestants) {
      const { id, group, encode } = contestant;
      const format = formatOf(contestant);
      const theirs = await make(original, async () => ({ data: await encode(image.data), format }));
      const ours = await makeOurs(original, contestant, theirs.score);
      const sides = { theirs: await measured(original, theirs), ours: await measured(original, ours) };
      write(join(folder, originalPath(group, image.filename)), image.data);
      write(join(folder, madePath(id, image.filename, 'theirs', sides.theirs)), theirs.data);
      write(join(folder, madePath(id, image.filename, 'ours', sides.ours)), ours.data);
      compared.set(id, { name: image.filename, ...sides });
    }
    original.reference.free();
  }
  return compared;
}

/** Returns the format of the other tool's files. Where ours is `auto`, it is the format of the originals. */
function formatOf({ format, group }: Contestant): EncodedFormat {
  if (format !== 'auto') return format;
  return group === 'photos' ? 'jpeg' : 'png';
}

/** Makes our file. If it is worse than the other tool's, makes it again at higher qualities. */
async function makeOurs(
  original: ScoredImage,
  { format, score }: Contestant,
  theirs: number,
): Promise<MadeFile> {
  const compressed = (quality: number) =>
    make(original, () =>
      compress(original.data, { settings: { ...defaultSettings, quality, format }, maxPixels }),
    );
  let quality = qualityOf(score ?? theirs);
  let ours = await compressed(quality);
  if (score !== undefined) return ours;
  for (let raises = 0; raises < maxRaises && quality < maxQuality; raises += 1) {
    const deficit = theirs - ours.score;
    if (deficit <= maxDeficit) break;
    quality = Math.min(maxQuality, quality + Math.max(0.5, deficit));
    ours = await compressed(quality);
  }
  return ours;
}

async function make(original: ScoredImage, encode: () => Promise<Encoded>): Promise<MadeFile> {
  const start = process.cpuUsage();
  const { data, format } = await encode();
  const { user, system } = process.cpuUsage(start);
  return { data, format, score: await scoreOf(original, data), cpuMs: (user + system) / 1_000 };
}

/** Returns the figures of a file, with the second metric. */
async function measured(original: ScoredImage, { data, format, score, cpuMs }: MadeFile): Promise<Made> {
  const distance = await butteraugliOf(original.data, data);
  return {
    format,
    bytes: data.length,
    score: round(score, 2),
    butteraugli: distance === undefined ? null : round(distance, 3),
    cpuMs: Math.round(cpuMs),
  };
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

function write(path: string, data: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
}
