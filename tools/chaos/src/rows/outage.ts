import { setTimeout as sleep } from 'node:timers/promises';
import { photo } from '@gossamer/testkit/images';
import type { Measure } from '../measures.ts';
import type { FaultProxy, Weather } from '../proxy.ts';
import type { World } from '../world.ts';
import type { Row } from './row.ts';

export const outageMs = 20_000;
const halfOpenMs = 60_000;

/** For a load that must not be more than a slow machine can bear: those that have waited are done soon. */
export const smallImages = async () => [await photo({ widthPx: 600, heightPx: 400 })];

/** A row that asks how soon all is as it was. */
export const outage = {
  load: { overMs: outageMs },
  neighbours: smallImages,
  isRecoveryTimed: true,
} satisfies Partial<Row>;

/** A fault: the way to a server has this weather for a while. */
export function weather(
  proxyOf: (world: World) => FaultProxy | undefined,
  kind: Weather,
  lastsMs = outageMs,
) {
  return async (world: World): Promise<Measure[]> => {
    const proxy = proxyOf(world);
    proxy?.set(kind);
    await sleep(lastsMs);
    proxy?.set('open');
    return [];
  };
}

/** The network swallows everything for a minute without breaking a connection: every wait must have an end of its own. */
export function halfOpen(
  server: string,
  proxyOf: (world: World) => FaultProxy | undefined,
): Omit<Row, 'store'> {
  return {
    name: `${server} half-open 60 s`,
    load: { overMs: halfOpenMs },
    limits: { slowestAnswerMs: 30_000 },
    fault: weather(proxyOf, 'silent', halfOpenMs),
  };
}
