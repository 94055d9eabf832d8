import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@gossamer/dev/paths';
import { say } from '@gossamer/dev/print';
import * as heic from '@gossamer/testkit/hostile/heic-bombs';
import * as jpeg from '@gossamer/testkit/hostile/jpeg-bombs';
import * as png from '@gossamer/testkit/hostile/png-bombs';
import * as webp from '@gossamer/testkit/hostile/webp-bombs';
import { photo } from '@gossamer/testkit/images';
import { type EngineUse, watchEngines } from '../engine-use.ts';
import { keepFinding } from '../findings.ts';
import { hostileEnv, hostileLimits, inMegabytes } from '../hostile-limits.ts';
import { visitorCookie } from '../load.ts';
import { atMost, exactly, inSeconds, type Measure } from '../measures.ts';
import { compareNeighbors, neighbors } from '../neighbors.ts';
import { readJobs } from '../queue.ts';
import { type Ending, submit } from '../submit.ts';
import type { World } from '../world.ts';
import type { Row } from './row.ts';

export const bombRows: Row[] = [
  {
    name: 'bombs',
    env: hostileEnv,
    load: { uploads: 20, overMs: 90_000 },
    neighbors,
    fault: sendBombs,
    check: compareNeighbors,
  },
];

interface Bomb {
  name: string;
  file: Buffer;
  /** Whether the server can reject the file by reading only its header. */
  isFlood: boolean;
}

interface Blast extends Bomb, EngineUse {
  ending: Ending;
  jobMs: number;
}

const fixture = (name: string) =>
  readFileSync(join(workspaceRoot, `packages/engine/test/heic/fixtures/${name}.heic`));

/** Returns files whose headers declare far more pixels than the limit allows. */
async function floods(): Promise<Record<string, Buffer>> {
  return {
    'png 50,000 × 50,000, whole': png.floodPng(),
    'jpeg 65,500 × 65,500 by its frame header': jpeg.resizedJpeg(
      await photo({ widthPx: 300, heightPx: 200 }),
    ),
    'webp 16,383 × 16,383, lossless, one color': webp.floodWebp(),
    'webp of 5,000 frames of a megapixel': webp.animatedWebp(1_000, 5_000),
    'heic 30,000 × 30,000 by its header': heic.floodHeic(fixture('plain')),
    'heic 64 × 48, cropped from 30,000 × 30,000': heic.croppedFloodHeic(fixture('cropped')),
    'heic 64 × 48, cropped from 16,000 × 16,000, whole': heic.croppedCodedFloodHeic(fixture('cropped')),
    'heic, small, its coded stream 16,000 × 16,000': heic.codedFloodHeic(fixture('turned-90')),
  };
}

async function others(): Promise<Record<string, Buffer>> {
  const small = await photo({ widthPx: 300, heightPx: 200 });
  return {
    'png of 100 megapixels': png.hundredMegapixelPng(),
    'png of 100 megapixels without pixel data': png.hollowPng(),
    'png with 4 GB of zTXt': png.textBombPng('zTXt'),
    'png with 4 GB of iTXt': png.textBombPng('iTXt'),
    'png with an iCCP of 4 GB': png.profileBombPng(),
    'png of 4 million chunks': png.chunkFloodPng(),
    'jpeg of 2,647 scans over 49 megapixels': jpeg.scanBombJpeg(),
    'jpeg of 12 million segments': jpeg.segmentFloodJpeg(small),
    'jpeg with an EXIF loop': jpeg.exifLoopJpeg(small),
    'jpeg with an EXIF ring of 2,000 directories': jpeg.exifChainJpeg(small),
    'webp of 100 megapixels': webp.hundredMegapixelWebp(),
    'webp of 5,000 frames, 50 megapixels': webp.animatedWebp(100, 5_000),
    'webp of 1,000 frames of 0 bytes': webp.hollowAnimation(1_000),
    'webp, animated, without a frame': webp.hollowAnimation(0),
    'webp of 6 million chunks': webp.chunkFloodWebp(),
    'heic, a grid of 65,280 tiles': heic.gridBombHeic(fixture('grid')),
    'heic, a grid that contains itself': heic.selfMadeHeic(fixture('grid')),
    'heic 64 × 48, cropped from 12,000 × 12,000, whole': heic.croppedCodedFloodHeic(
      fixture('cropped'),
      12_000,
    ),
    'heic of 6 million boxes': heic.boxFloodHeic(fixture('turned-90')),
    'heic turned 3 million times': heic.turnFloodHeic(fixture('turned-90')),
  };
}

const listed = (files: Record<string, Buffer>, isFlood: boolean): Bomb[] =>
  Object.entries(files).map(([name, file]) => ({ name, file, isFlood }));

/**
 * Uploads decompression bombs one after another, so that the duration and memory usage of each can be measured. Only
 * intact images are processed concurrently.
 */
async function sendBombs(world: World): Promise<Measure[]> {
  const bombs = [...listed(await floods(), true), ...listed(await others(), false)];
  const cookie = await visitorCookie(world.url);
  const engines = watchEngines(world);
  const blasts: Blast[] = [];
  for (const bomb of bombs) {
    engines.take();
    const ending = await submit(world.url, cookie, bomb.file, {});
    const blast = { ...bomb, ending, jobMs: await jobMs(world, ending), ...engines.take() };
    say(`      ${bomb.name}: ${describe(blast)}`);
    if (!isClear(blast)) await keepFinding(world.redis, { ...bomb, fields: {}, ending });
    blasts.push(blast);
  }
  engines.stop();
  return measuresOf(blasts);
}

async function jobMs(world: World, ending: Ending): Promise<number> {
  const [job] = 'id' in ending && ending.id ? await readJobs(world.redis, [ending.id]) : [];
  return job ? job.endedAt - job.startedAt : 0;
}

function describe({ ending, jobMs, peakBytes, grownBytes, processorTimeMs }: Blast): string {
  const times = `${inSeconds(jobMs)}, processor ${inSeconds(processorTimeMs)}`;
  const memory = `engine at most ${inMegabytes(peakBytes)}, grown by ${inMegabytes(grownBytes)}`;
  return `${ending.type} ${ending.code}, ${times}, ${memory}`;
}

function isClear({ ending }: Blast): boolean {
  if (ending.type === 'failed') return ending.code !== 'processing_failed';
  return ending.type === 'refused' || ending.type === 'completed';
}

function measuresOf(blasts: readonly Blast[]): Measure[] {
  const most = (of: readonly Blast[], value: 'jobMs' | keyof EngineUse) =>
    Math.max(...of.map((blast) => blast[value]));
  const flooding = blasts.filter(({ isFlood }) => isFlood);
  const taken = flooding.filter(({ ending }) => ending.type === 'completed');
  return [
    exactly('bombs with a valid outcome', blasts.filter(isClear).length, blasts.length),
    atMost(
      'longest processor time of an engine process',
      most(blasts, 'processorTimeMs'),
      hostileLimits.processorTimeMs,
      inSeconds,
    ),
    atMost(
      'peak memory of an engine process',
      most(blasts, 'peakBytes'),
      hostileLimits.engineBytes,
      inMegabytes,
    ),
    exactly('accepted header floods', taken.length, 0),
    atMost('longest run of a header flood', most(flooding, 'jobMs'), hostileLimits.floodMs, inSeconds),
    atMost(
      'memory growth of an engine process',
      most(flooding, 'grownBytes'),
      hostileLimits.floodBytes,
      inMegabytes,
    ),
  ];
}
