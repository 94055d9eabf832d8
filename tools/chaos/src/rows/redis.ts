import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../measures.ts';
import { signal } from '../signals.ts';
import type { World } from '../world.ts';
import { halfOpen, outage, outageMs, proxyFault } from './outage.ts';
import type { Row } from './row.ts';

const proxyOf = (world: World) => world.redisProxy;

export const redisRows: Row[] = [
  { name: 'redis emptied, twice', isShort: true, fault: empty },
  { name: 'redis unavailable 20 s', ...outage, fault: proxyFault(proxyOf, 'unavailable') },
  { name: 'redis silent 20 s', ...outage, fault: proxyFault(proxyOf, 'silent') },
  { name: 'redis process stopped 20 s', ...outage, fault: stop },
  { name: 'redis process killed, back after 20 s', ...outage, fault: kill },
  halfOpen('redis', proxyOf),
];

async function empty(world: World): Promise<Measure[]> {
  for (let n = 0; n < 2; n += 1) {
    await world.redis.flushall();
    await sleep(4_000);
  }
  return [];
}

/** Suspends Redis. Connections stay open, and Redis responds to buffered commands when it is resumed. */
export async function stop(world: World): Promise<Measure[]> {
  const pid = world.serverPid('redis');
  signal(pid, 'SIGSTOP');
  await sleep(outageMs);
  signal(pid, 'SIGCONT');
  return [];
}

/**
 * Kills Redis. The supervisor restarts Redis immediately with its persisted data, but the proxy keeps it unreachable
 * during the entire outage.
 */
async function kill(world: World): Promise<Measure[]> {
  world.redisProxy.set('unavailable');
  signal(world.serverPid('redis'), 'SIGKILL');
  await sleep(outageMs);
  world.redisProxy.set('open');
  return [];
}
