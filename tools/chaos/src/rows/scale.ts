import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '@gossamer/dev/print';
import { photo } from '@gossamer/testkit/images';
import { evaluateHistory } from '../history.ts';
import { emptyReport, upload } from '../load.ts';
import { atLeast, exactly, type Measure } from '../measures.ts';
import { type JobRecord, readJobs, waitingIds } from '../queue.ts';
import { signal } from '../signals.ts';
import { acceptedIds, watch } from '../watch.ts';
import { watchCores } from '../watch-cores.ts';
import type { World } from '../world.ts';
import type { Row } from './row.ts';

const workers = 4;
const jobs = 400;
/** Number of jobs that a single worker processes before the other workers start. */
const alone = 100;
/**
 * Milliseconds to wait until the other workers have taken their first jobs. A period of the same length is excluded at
 * the end of the measurement.
 */
const settlingMs = 2_000;
const timeoutMs = 600_000;
/**
 * Minimum speedup of four workers over one worker: 3, or less on a machine with few cores. The number of cores is
 * divided by 1.4, because the gateway also needs CPU time. Measured on two cores: 1.5 to 1.6.
 */
const wanted = Math.min(3, availableParallelism() / 1.4);

export const scaleRows: Row[] = [
  {
    name: '1 worker, then 4, before 400 jobs',
    processes: { workers },
    // Give every job the same effort, regardless of the queue length.
    env: { GATEWAY_MAX_WAIT_MS: '600000', GATEWAY_FAST_FROM_WAIT_MS: '600000' },
    load: { uploads: 4 },
    fault: addWorkers,
  },
];

async function addWorkers(world: World): Promise<Measure[]> {
  const pids = world.processes('worker').map(({ pid }) => pid);
  const signalAll = (which: typeof pids, name: NodeJS.Signals) => {
    for (const pid of which) signal(pid, name);
  };
  const report = emptyReport();
  signalAll(pids, 'SIGSTOP');
  const files = [await photo({ widthPx: 900, heightPx: 600 })];
  const cookie = await upload({ url: world.url, files, uploads: jobs, inFlight: 100 }, report);
  const ids = acceptedIds(report);
  const coresAlone = watchCores();
  signalAll(pids.slice(0, 1), 'SIGCONT');
  const watching = watch(world.url, cookie, report, timeoutMs);
  await untilLeft(world, jobs - alone);
  const togetherAt = Date.now();
  const [{ ofWanted: hadAlone }, coresTogether] = [coresAlone(), watchCores()];
  signalAll(pids, 'SIGCONT');
  await watching;
  const { ofWanted: hadTogether } = coresTogether();

  const done = await readJobs(world.redis, ids);
  const ends = done.map(({ endedAt }) => endedAt);
  // Normalize the rates by CPU availability, because two busy cores are preempted more often than one.
  const one = rate(ends, Math.min(...ends), togetherAt) / hadAlone;
  // Exclude the last jobs, because some workers are already idle at that time.
  const four = rate(ends, togetherAt + settlingMs, Math.max(...ends) - settlingMs) / hadTogether;
  say(`      ${one.toFixed(1)} jobs/s with one worker, ${four.toFixed(1)} with ${workers}`);
  const { completed, ambiguous } = evaluateHistory(report.history);
  return [
    exactly('completed jobs of the backlog', completed, jobs),
    atLeast('throughput of 4 against 1', four / one, wanted, (times) => `${times.toFixed(2)} ×`),
    exactly('jobs with two visible results', ambiguous.length, 0),
    exactly('jobs that were started twice', done.filter(isBegunTwice).length, 0),
  ];
}

const isBegunTwice = ({ starts }: JobRecord) => starts > 1;

/** Returns the number of jobs per second that finished between two times. */
function rate(ends: readonly number[], fromMs: number, toMs: number): number {
  const between = ends.filter((at) => at > fromMs && at <= toMs).length;
  return (1_000 * between) / (toMs - fromMs);
}

async function untilLeft({ redis }: World, count: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while ((await waitingIds(redis)).length > count) {
    if (performance.now() > deadline) throw new Error('timed out waiting for one worker');
    await sleep(50);
  }
}
