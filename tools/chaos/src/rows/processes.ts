import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '@gossamer/dev/processes/children';
import { startTimeOf } from '@gossamer/dev/processes/identity';
import { readStat } from '@gossamer/dev/processes/read-stat';
import { residentBytes } from '@gossamer/dev/processes/resident-bytes';
import { photo } from '@gossamer/testkit/images';
import { emptyReport, upload } from '../load.ts';
import { atLeast, atMost, exactly, inSeconds, type Measure } from '../measures.ts';
import { readJobs, untilStarted } from '../queue.ts';
import { killAll, signal } from '../signals.ts';
import { watch } from '../watch.ts';
import type { World } from '../world.ts';
import { proxyFault, smallImages } from './outage.ts';
import { stop as stopRedis } from './redis.ts';
import type { Outcome, Row } from './row.ts';

const exitLimitMs = 30_000;

const deadly: Row[] = [
  { name: 'workers killed every 3 s', isShort: true, fault: (world) => killEvery(world, 'worker', 3_000, 4) },
  { name: 'engine children killed every 4 s', isShort: true, fault: killEngineChildren },
  {
    name: 'engine children killed every 4 s, JPEG XL',
    neighbors: smallImages,
    load: { fields: { format: 'jxl' }, uploads: 30 },
    fault: killEngineChildren,
  },
  {
    name: 'cjxl and djxl killed',
    // The images are so large that the programs run long enough to be found.
    neighbors: () => Promise.all([2_400, 2_000].map((widthPx) => photo({ widthPx, heightPx: 1_800 }))),
    load: { fields: { archive: 'true' }, uploads: 20, overMs: 15_000 },
    fault: killArchivePrograms,
  },
  {
    name: "one image's engine killed 3 times",
    // The image is so large that its job is still running when the engine process is killed, even on a fast machine.
    images: async () => [await photo({ widthPx: 9_000, heightPx: 7_000 })],
    neighbors: smallImages,
    fault: killOneJob,
  },
  { name: 'background killed every 3 s', fault: (world) => killEvery(world, 'background', 3_000, 4) },
  { name: 'gateway killed', fault: (world) => killEvery(world, 'gateway', 3_000, 1) },
  {
    name: 'rolling restart',
    load: { overMs: 15_000 },
    neighbors: smallImages,
    fault: restartInTurn,
    check: checkNothingStalled,
  },
  {
    name: 'combined',
    load: { uploads: 200, overMs: 45_000 },
    fault: combine,
  },
];

export const processRows: Row[] = deadly.map((row) => ({ ...row, isDeadly: true }));

async function killEvery(world: World, name: string, pauseMs: number, times: number): Promise<Measure[]> {
  for (let n = 0; n < times; n += 1) {
    killAll(world, name);
    await sleep(pauseMs);
  }
  return [];
}

async function killEngineChildren(world: World): Promise<Measure[]> {
  // Kill engine processes only twice. A job has three attempts, and on a slow machine each kill can hit the same job.
  for (let n = 0; n < 2; n += 1) {
    killEngines(world);
    await sleep(4_000);
  }
  return [];
}

const archivePrograms = ['cjxl', 'djxl'];

/** Kills two runs of the programs that archive JPEGs. A job has three attempts, and each kill can hit the same job. */
async function killArchivePrograms(world: World): Promise<Measure[]> {
  const killed = new Set<number>();
  const deadline = performance.now() + 30_000;
  while (killed.size < 2 && performance.now() < deadline) {
    const running = world
      .processes('worker')
      .flatMap(({ pid }) => childrenOf(pid))
      .flatMap((engine) => childrenOf(engine))
      .filter((pid) => archivePrograms.includes(readStat(pid)?.name ?? ''));
    for (const pid of running) {
      signal(pid, 'SIGKILL');
      killed.add(pid);
    }
    await sleep(running.length > 0 ? 4_000 : 20);
  }
  return [atLeast('programs killed', killed.size, 2)];
}

function killEngines(world: World): void {
  for (const { pid } of world.processes('worker')) {
    for (const child of childrenOf(pid)) signal(child, 'SIGKILL');
  }
}

/** Kills the engine process that uses the most memory, which is the one with the largest image. */
function killLargestEngine(world: World): void {
  const engines = world.processes('worker').flatMap(({ pid }) => childrenOf(pid));
  signal(engines.toSorted((one, other) => residentBytes(other) - residentBytes(one))[0], 'SIGKILL');
}

/** Maximum number of kills. Three attempts with their backoff take about eight, even on a slow machine. */
const maxKills = 40;

/**
 * Kills the engine process during every attempt to compress one image. The image is so large that its engine process
 * uses the most memory. Other engine processes continue, because a small image's job might be killed three times, too.
 */
async function killOneJob(world: World, files: Buffer[]): Promise<Measure[]> {
  const report = emptyReport();
  const cookie = await upload({ url: world.url, files, uploads: 1, inFlight: 1 }, report);
  const id = report.history[0]?.id ?? '';
  await untilStarted(world.redis, id, 1);
  // Kill the engine process until the job ends, not just three times. Not every start is an attempt, because a job that
  // is moved to the long lane starts once more.
  for (let kills = 0; kills < maxKills && !(await hasEnded(world, id)); kills += 1) {
    await sleep(1_500);
    killLargestEngine(world);
  }
  await watch(world.url, cookie, report, 60_000);
  const end = report.history.findLast((seen) => seen.type === 'status');
  const answer = await fetch(`${world.url}/api/compression/${id}`, { headers: { cookie } });
  const { code } = (await answer.json()) as { code?: string };
  const [job] = await readJobs(world.redis, [id]);
  return [
    exactly('outcome of the image', `${end?.status}, ${code}`, 'failed, processing_failed'),
    atMost('attempts at the image', job?.attempts ?? Number.NaN, 3),
  ];
}

const hasEnded = async (world: World, id: string) =>
  (await readJobs(world.redis, [id])).every(({ endedAt }) => endedAt > 0);

/** Stops each process gracefully and pauses before stopping the next one, so that the supervisor can restart it. */
async function restartInTurn(world: World): Promise<Measure[]> {
  let slowestMs = 0;
  for (const service of world.processes('')) {
    slowestMs = Math.max(slowestMs, await endGently(service.pid));
    await sleep(3_000);
  }
  return [atMost('longest shutdown of a process', slowestMs, exitLimitMs, inSeconds)];
}

async function endGently(pid: number | undefined): Promise<number> {
  const startedAt = performance.now();
  signal(pid, 'SIGTERM');
  while (
    pid !== undefined &&
    startTimeOf(pid) !== undefined &&
    performance.now() - startedAt < 2 * exitLimitMs
  )
    await sleep(50);
  return performance.now() - startedAt;
}

async function checkNothingStalled(world: World, { report, ids }: Outcome): Promise<Measure[]> {
  const jobs = await readJobs(world.redis, ids);
  return [
    exactly(
      'uploads refused',
      [...report.refused.values()].reduce((sum, count) => sum + count, 0),
      0,
    ),
    exactly('stalled jobs', jobs.filter(({ stalls }) => stalls > 0).length, 0),
  ];
}

/** Kills workers continuously while, in turn, Redis is suspended, Postgres is unavailable and the gateway restarts. */
async function combine(world: World): Promise<Measure[]> {
  let turn = 0;
  const killer = setInterval(() => {
    const workers = world.processes('worker');
    signal(workers[turn % workers.length]?.pid, 'SIGKILL');
    turn += 1;
  }, 3_000);
  try {
    await stopRedis(world);
    await proxyFault(({ database }) => database, 'unavailable')(world);
    await endGently(world.processes('gateway')[0]?.pid);
  } finally {
    clearInterval(killer);
  }
  return [];
}
