import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from './world.ts';

/** One fault, done to a world that is under load. */
export interface Row {
  name: string;
  /** Part of the short form, which `npm test` runs. */
  isShort: boolean;
  fault(world: World): Promise<void>;
}

const outageMs = 20_000;

export const rows: Row[] = [
  { name: 'nothing happens', isShort: false, fault: async () => {} },
  { name: 'workers killed every 3 s', isShort: true, fault: (world) => killEvery(world, 'worker', 3_000, 4) },
  { name: 'engine children killed every 4 s', isShort: true, fault: killEngineChildren },
  { name: 'redis emptied, twice', isShort: true, fault: emptyRedis },
  { name: 'redis away 20 s', isShort: false, fault: ({ redisProxy }) => outage(redisProxy, 'away') },
  { name: 'redis silent 20 s', isShort: false, fault: ({ redisProxy }) => outage(redisProxy, 'silent') },
  { name: 'postgres away 20 s', isShort: false, fault: ({ database }) => outage(database, 'away') },
  { name: 'postgres silent 20 s', isShort: false, fault: ({ database }) => outage(database, 'silent') },
  {
    name: 'background killed every 3 s',
    isShort: false,
    fault: (world) => killEvery(world, 'background', 3_000, 4),
  },
  { name: 'gateway killed', isShort: false, fault: (world) => killEvery(world, 'gateway', 3_000, 1) },
];

async function outage(proxy: World['database'], weather: 'away' | 'silent'): Promise<void> {
  proxy.set(weather);
  await sleep(outageMs);
  proxy.set('open');
}

async function killEvery(world: World, name: string, pauseMs: number, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    for (const { pid } of world.processes(name)) kill(pid);
    await sleep(pauseMs);
  }
}

async function killEngineChildren(world: World): Promise<void> {
  // Three tries are all that a job has, so the same one must not be met three times.
  for (let n = 0; n < 3; n += 1) {
    for (const { pid } of world.processes('worker')) childrenOf(pid).forEach(kill);
    await sleep(4_000);
  }
}

async function emptyRedis(world: World): Promise<void> {
  for (let n = 0; n < 2; n += 1) {
    await world.redis.flushall();
    await sleep(4_000);
  }
}

/** A process that has just ended by itself is as good as killed. */
function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** From `/proc`, so on Linux only. */
function childrenOf(parent: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    // The command's name stands in brackets and may hold spaces; the parent is the second field behind it.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    return undefined;
  }
}
