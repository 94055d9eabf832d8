import { setTimeout as sleep } from 'node:timers/promises';
import { photo } from '@gossamer/testkit/images';
import type { Measure } from '../measures.ts';
import type { FaultProxy, ProxyMode } from '../proxy.ts';
import type { World } from '../world.ts';
import type { Row } from './row.ts';

export const outageMs = 20_000;
const halfOpenMs = 60_000;

/** Small images keep the load low on a slow machine, so that the backlog is processed soon after an outage. */
export const smallImages = async () => [await photo({ widthPx: 600, heightPx: 400 })];

/** Default properties of tests that measure the recovery time. */
export const outage = {
  load: { overMs: outageMs },
  neighbors: smallImages,
  isRecoveryTimed: true,
} satisfies Partial<Row>;

/** Returns a fault that sets the mode of a proxy for `lastsMs`. */
export function proxyFault(
  proxyOf: (world: World) => FaultProxy | undefined,
  mode: ProxyMode,
  lastsMs = outageMs,
) {
  return async (world: World): Promise<Measure[]> => {
    const proxy = proxyOf(world);
    proxy?.set(mode);
    await sleep(lastsMs);
    proxy?.set('open');
    return [];
  };
}

/**
 * Returns a test in which the network drops all data for one minute without closing connections. Every request must
 * time out.
 */
export function halfOpen(
  server: string,
  proxyOf: (world: World) => FaultProxy | undefined,
): Omit<Row, 'store'> {
  return {
    name: `${server} half-open 60 s`,
    load: { overMs: halfOpenMs },
    limits: { slowestAnswerMs: 30_000 },
    fault: proxyFault(proxyOf, 'silent', halfOpenMs),
  };
}
