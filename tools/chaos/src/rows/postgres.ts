import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../measures.ts';
import { signal } from '../signals.ts';
import type { World } from '../world.ts';
import { halfOpen, outage, proxyFault } from './outage.ts';
import type { Row } from './row.ts';

const proxyOf = (world: World) => world.database;

export const postgresRows: Row[] = [
  { name: 'postgres unavailable 20 s', ...outage, fault: proxyFault(proxyOf, 'unavailable') },
  {
    name: 'postgres silent 20 s',
    ...outage,
    limits: { slowestAnswerMs: 15_000 },
    fault: proxyFault(proxyOf, 'silent'),
  },
  { name: 'postgres restarted in immediate mode', ...outage, fault: restartAtOnce },
  halfOpen('postgres', proxyOf),
];

/**
 * Sends SIGQUIT, which makes Postgres shut down immediately: it closes all connections without writing data. The
 * supervisor restarts it.
 */
async function restartAtOnce(world: World): Promise<Measure[]> {
  for (let n = 0; n < 2; n += 1) {
    signal(world.serverPid('postgres'), 'SIGQUIT');
    await sleep(8_000);
  }
  return [];
}
