import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, type Measure } from '../measures.ts';
import { readJobs } from '../queue.ts';
import type { World } from '../world.ts';
import { halfOpen, outage, proxyFault } from './outage.ts';
import type { Outcome, Row } from './row.ts';

const proxyOf = (world: World) => world.store.proxy;
/** Minimum number of failed requests for the test to be meaningful. */
const fewest = 3;
const longestTimes = 6;

const onBucket: Omit<Row, 'store'>[] = [
  { name: 'store unavailable 20 s', ...outage, fault: proxyFault(proxyOf, 'unavailable') },
  {
    name: 'store slow, 50 kB/s, 20 s',
    ...outage,
    // Raise the limit, because a transfer at 50 kB/s takes longer than the default allows.
    limits: { slowestAnswerMs: 30_000 },
    fault: proxyFault(proxyOf, 'slow'),
  },
  {
    name: 'store failing 10 % for 10 s',
    isShort: true,
    load: { overMs: 10_000 },
    fault: (world) => failSome(world, 0.1, 10_000),
  },
  {
    name: 'store failing all for 8 s',
    load: { overMs: 8_000 },
    fault: (world) => failSome(world, 1, 8_000),
    check: countTries,
  },
  halfOpen('store', proxyOf),
];

export const storeRows: Row[] = onBucket.map((row) => ({ ...row, store: 's3' }));

/** Checks that jobs were retried while the storage was failing: at least one job must have had three attempts. */
async function countTries(world: World, { ids }: Outcome): Promise<Measure[]> {
  const jobs = await readJobs(world.redis, ids);
  return [atLeast('most attempts of a job', Math.max(...jobs.map(({ starts }) => starts)), 3)];
}

/**
 * Makes a share of the storage requests fail for `lastsMs`. Extends this time if fewer than `fewest` requests have
 * failed, which can happen on a slow machine.
 */
async function failSome({ store }: World, share: number, lastsMs: number): Promise<Measure[]> {
  const before = store.server?.failed ?? 0;
  const failed = () => (store.server?.failed ?? 0) - before;
  store.server?.failShare(share);
  for (let n = 0; n < longestTimes && (n === 0 || failed() < fewest); n += 1) await sleep(lastsMs);
  store.server?.failShare(0);
  return [atLeast('requests that the store rejected', failed(), fewest)];
}
