import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputFormats, outputFormats } from '@gossamer/contracts/formats';
import { colorFilters } from '@gossamer/contracts/settings';
import { workspaceRoot } from '@gossamer/dev/paths';
import { say } from '@gossamer/dev/print';
import { type Mutated, mutated, type Original } from '@gossamer/testkit/hostile/mutations';
import { originalsOf } from '@gossamer/testkit/hostile/originals';
import { randomNumbers } from '@gossamer/testkit/photo-pixels';
import { keepFinding } from '../findings.ts';
import { eachOf, hostileEnv, hostileLimits } from '../hostile-limits.ts';
import { visitorCookie } from '../load.ts';
import { atMost, exactly, inSeconds, type Measure } from '../measures.ts';
import { compareNeighbors, neighbors } from '../neighbors.ts';
import { readJobs } from '../queue.ts';
import { type Ending, type Fields, submit } from '../submit.ts';
import type { World } from '../world.ts';
import type { Row } from './row.ts';

const inFlight = 6;
const neighborCount = 20;

export const fuzzRows: Row[] = [
  { name: 'fuzz: 2000 damaged files', env: hostileEnv, ...ofFiles(2_000, 60_000) },
  { name: 'fuzz: 60 damaged files', isShort: true, ...ofFiles(60, 4_000) },
];

function ofFiles(count: number, overMs: number): Omit<Row, 'name'> {
  return {
    load: { uploads: neighborCount, overMs },
    neighbors,
    fault: (world, _, { seed }) => fuzz(world, seed, count),
    check: compareNeighbors,
  };
}

interface Tally {
  endings: Map<string, number>;
  slowestJobMs: number;
}

/** Uploads damaged files with limited concurrency and waits until each compression has finished. */
async function fuzz(world: World, seed: number, count: number): Promise<Measure[]> {
  say(`      seed ${seed}; to repeat with the same files: --seed ${seed}`);
  const originals = await allOriginals();
  const cookie = await visitorCookie(world.url);
  const tally: Tally = { endings: new Map(), slowestJobMs: 0 };
  await eachOf(count, inFlight, async (nth) => {
    const { name, file, fields } = damagedFile(originals, seed, nth);
    const ending = await submit(world.url, cookie, file, fields);
    await note(world, tally, ending);
    const isOurs = ending.code === 'processing_failed' || ['hung', 'wrong'].includes(ending.type);
    if (isOurs) await keepFinding(world.redis, { name: `${seed}-${nth} ${name}`, file, fields, ending });
  });
  for (const [ending, times] of [...tally.endings].sort()) say(`      ${times} × ${ending}`);
  const sum = (part: string) =>
    [...tally.endings].reduce((total, [ending, times]) => total + (ending.startsWith(part) ? times : 0), 0);
  const ofOurs = sum('failed processing_failed');
  return [
    exactly(
      'damaged files with a valid outcome',
      sum('refused') + sum('completed') + sum('failed') - ofOurs,
      count,
    ),
    exactly('uploads without a response', sum('hung'), 0),
    exactly('wrong responses and results', sum('wrong'), 0),
    exactly('processing_failed', ofOurs, 0),
    atMost('longest run of a job', tally.slowestJobMs, hostileLimits.jobMs, inSeconds),
  ];
}

async function note(world: World, tally: Tally, ending: Ending): Promise<void> {
  const key = `${ending.type} ${ending.code}`;
  tally.endings.set(key, (tally.endings.get(key) ?? 0) + 1);
  if (!('id' in ending) || !ending.id) return;
  const [job] = await readJobs(world.redis, [ending.id]);
  tally.slowestJobMs = Math.max(tally.slowestJobMs, job ? job.endedAt - job.startedAt : 0);
}

/** Returns real images, scaled down and encoded in all formats, unmodified HEIC files, and the archive of a JPEG. */
async function allOriginals(): Promise<Original[]> {
  const read = (path: string) => readFileSync(join(workspaceRoot, path));
  const images = 'tools/bench/images';
  const heicFolder = 'packages/engine/test/heic/fixtures';
  const archivePath = 'packages/engine/test/fixtures/archive.jxl';
  const heic = readdirSync(join(workspaceRoot, heicFolder)).filter((name) => name.endsWith('.heic'));
  return [
    ...(await originalsOf(
      read(`${images}/photos/mountain-path.jpg`),
      read(`${images}/graphics/kde-desktop.png`),
    )),
    { name: 'archive of a JPEG', format: 'jxl', file: read(archivePath) },
    ...heic.sort().map((name) => ({ name, format: 'heic' as const, file: read(`${heicFolder}/${name}`) })),
  ];
}

/** Returns the nth damaged file for a seed. It can be reproduced without creating the earlier files. */
function damagedFile(
  originals: readonly Original[],
  seed: number,
  nth: number,
): Mutated & { name: string; fields: Fields } {
  const random = randomNumbers(seed + nth * 0x9e3779b1);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const format = pick(inputFormats);
  const [original, other] = [pick(originals.filter((one) => one.format === format)), pick(originals)];
  if (!original || !other) throw new Error(`no original found for ${format}`);
  const damaged = mutated(original, other.file, random);
  return {
    ...damaged,
    name: `${original.format} ${original.name}: ${damaged.how}`,
    fields: someFields(random),
  };
}

const slowFormats: readonly string[] = ['avif', 'jxl', 'modern'];

function someFields(random: () => number): Fields {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  // Request slow formats in only a tenth of all cases.
  const isSlow = random() < 0.1;
  const number = (least: number, most: number) => String(least + Math.floor(random() * (most - least + 1)));
  return {
    format: pick(outputFormats.filter((format) => slowFormats.includes(format) === isSlow)),
    ...(random() < 0.5 && { quality: number(10, 100) }),
    ...(random() < 0.2 && { filter: pick(colorFilters) }),
    ...(random() < 0.25 && { resizeWidth: number(1, 300) }),
    ...(random() < 0.1 && { resizeHeight: number(1, 300), maintainAspect: pick(['true', 'false']) }),
  };
}
