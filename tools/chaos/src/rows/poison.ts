import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '@gossamer/dev/print';
import { childrenOf } from '@gossamer/dev/processes/children';
import { residentBytes } from '@gossamer/dev/processes/resident-bytes';
import { photo } from '@gossamer/testkit/images';
import { limitEngines } from '../address-space.ts';
import { uploadP95Ms } from '../latencies.ts';
import { emptyReport, upload, visitorCookie } from '../load.ts';
import { atMost, exactly, inPercent, type Measure } from '../measures.ts';
import { readJobs, untilStarted } from '../queue.ts';
import { signal } from '../signals.ts';
import { acceptedIds, watch } from '../watch.ts';
import type { World } from '../world.ts';
import type { Outcome, Row } from './row.ts';

const maxAttempts = 3;
const maxSlowdown = 3;
const poisonFiles = 3;
const otherUploads = 60;
/** Number of other uploads in flight: one per worker, so that they do not delay each other. */
const othersInFlight = 2;
/**
 * Resident memory in bytes above which an engine process is assumed to process the large image. Other images need up to
 * 280 MB (measured).
 */
const inWorkBytes = 350 * 2 ** 20;
const inWorkTimeoutMs = 60_000;
/**
 * Address space in bytes that an engine process may use in addition to that of an idle process. A typical image needs
 * 45 MB, the large image 170 to 530 MB (measured).
 */
const headroomBytes = 100 * 2 ** 20;

/** The load is low, so that only the image that crashes the engine can slow down other images. */
const load = { uploads: 20, overMs: 60_000 };

export const poisonRows: Row[] = [
  {
    name: 'an image that crashes its engine (SIGSEGV)',
    load,
    images: async () => [await photo({ widthPx: 7_000, heightPx: 5_000 })],
    fault: crashBySignal,
    check: checkOthers,
  },
  {
    name: 'an image that needs more memory than there is',
    load,
    images: async () => [await photo({ widthPx: 9_000, heightPx: 7_000 })],
    fault: crashByMemory,
    check: checkOthers,
  },
];

/** Simulates a crashing codec by killing the engine process during every attempt to compress the image. */
function crashBySignal(world: World, [file = Buffer.alloc(0)]: Buffer[]): Promise<Measure[]> {
  return besideOthers(world, file, async (id) => {
    for (let run = 1; run <= maxAttempts; run += 1) {
      await untilStarted(world.redis, id, run);
      signal(await engineInWork(world), 'SIGSEGV');
    }
  });
}

async function crashByMemory(world: World, [file = Buffer.alloc(0)]: Buffer[]): Promise<Measure[]> {
  const limit = limitEngines(world, headroomBytes);
  try {
    return await besideOthers(world, file, async () => undefined);
  } finally {
    limit.stop();
  }
}

/** Waits until an engine process is processing the large image and returns its process id. */
async function engineInWork(world: World): Promise<number> {
  const deadline = performance.now() + inWorkTimeoutMs;
  while (performance.now() < deadline) {
    const engines = world.processes('worker').flatMap(({ pid }) => childrenOf(pid));
    const found = engines.find((pid) => residentBytes(pid) > inWorkBytes);
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error('no engine process holds a large image');
}

/** Repeatedly uploads the image that crashes the engine while other uploads continue. */
async function besideOthers(
  world: World,
  file: Buffer,
  crash: (id: string) => Promise<void>,
): Promise<Measure[]> {
  const { url } = world;
  const cookie = await visitorCookie(url);
  const usual = await photo({ widthPx: 1_200, heightPx: 900 });
  const p95Ms = () =>
    uploadP95Ms({ url, cookie, file: usual, uploads: otherUploads, inFlight: othersInFlight });
  const before = await p95Ms();
  const poisoning = sendPoison(world, file, crash);
  const during = await p95Ms();
  const ends = await poisoning;
  say(
    `      p95 of other jobs before and during processing of the poison files: ${Math.round(before)}, ${Math.round(during)} ms`,
  );
  return [
    exactly('poison files with this outcome', ends.filter(isFailed).length, poisonFiles),
    atMost('most attempts at a poison file', Math.max(...ends.map(({ attempts }) => attempts)), maxAttempts),
    atMost("others' p95 against before", during / before, maxSlowdown, inPercent),
  ];
}

interface End {
  status: string | undefined;
  code: string | undefined;
  attempts: number;
}

const isFailed = ({ status, code }: End) => status === 'failed' && code === 'processing_failed';

async function sendPoison(world: World, file: Buffer, crash: (id: string) => Promise<void>): Promise<End[]> {
  const ends: End[] = [];
  while (ends.length < poisonFiles) {
    const report = emptyReport();
    const cookie = await upload({ url: world.url, files: [file], uploads: 1, inFlight: 1 }, report);
    const [id = ''] = acceptedIds(report);
    await crash(id);
    await watch(world.url, cookie, report, 60_000);
    const answer = await fetch(`${world.url}/api/compression/${id}`, { headers: { cookie } });
    const { status, code } = (await answer.json()) as { status?: string; code?: string };
    const [job] = await readJobs(world.redis, [id]);
    say(`      poison file: ${status} ${code}, started ${job?.starts} times`);
    ends.push({ status, code, attempts: job?.starts ?? Number.NaN });
  }
  return ends;
}

/** Checks that no job was restarted except those of the images that crash the engine. */
async function checkOthers(world: World, { ids }: Outcome): Promise<Measure[]> {
  const again = (await readJobs(world.redis, ids)).filter(({ starts }) => starts > 1);
  return [exactly('other jobs that were restarted', again.length, 0)];
}
