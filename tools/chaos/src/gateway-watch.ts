import { readFileSync } from 'node:fs';
import { residentBytes } from '@gossamer/dev/processes/resident-bytes';
import type { World } from './world.ts';

const sampleMs = 50;

/** What the gateway's process was like in a span of time. */
export interface GatewayFigures {
  peakBytes: number;
  /** The delay of its event loop over the whole span: that of 99 in 100 samples, and the worst. */
  loopP99Ms: number;
  loopWorstMs: number;
  /** Of the span, how much it had something to do and no core to do it on. */
  waitedForCore: number;
}

/** Watches the gateway from now on. What its event loop measures itself begins anew each time that it is asked. */
export async function watchGateway(world: World): Promise<{ stop(): Promise<GatewayFigures> }> {
  const [gateway] = world.processes('gateway');
  let peakBytes = 0;
  const look = () => {
    peakBytes = Math.max(peakBytes, residentBytes(gateway?.pid));
  };
  await readGauges(gateway?.ready);
  const startedAt = performance.now();
  const waitedBefore = coreWaitMs(gateway?.pid);
  const timer = setInterval(look, sampleMs);
  return {
    stop: async () => {
      clearInterval(timer);
      look();
      const gauge = await readGauges(gateway?.ready);
      const inMs = (name: string) => 1_000 * gauge(`nodejs_eventloop_lag_${name}_seconds`);
      const waitedMs = coreWaitMs(gateway?.pid) - waitedBefore;
      const waitedForCore = waitedMs / (performance.now() - startedAt);
      return { peakBytes, loopP99Ms: inMs('p99'), loopWorstMs: inMs('max'), waitedForCore };
    },
  };
}

/** The process's own metrics, by name. */
async function readGauges(ready: unknown): Promise<(name: string) => number> {
  const { internalPort } = ready as { internalPort: number };
  const text = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

/** How long a process's main thread has waited for a core so far, by the kernel's scheduler. */
function coreWaitMs(pid: number | undefined): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}
