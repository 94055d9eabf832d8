import { readFileSync } from 'node:fs';
import { residentBytes } from '@gossamer/dev/processes/resident-bytes';
import type { World } from './world.ts';

const sampleMs = 50;

/** Measurements of the gateway process during the test. */
export interface GatewayFigures {
  peakBytes: number;
  /** 99th percentile and maximum of the event loop delay, in milliseconds. */
  loopP99Ms: number;
  loopWorstMs: number;
  /** Share of the time (0 to 1) in which the process was runnable but had no CPU core. */
  waitedForCore: number;
}

/** Starts measuring the gateway process. Reading its event loop metrics also resets these metrics. */
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

/** Fetches the Prometheus metrics of a process and returns a function that returns the value of a metric by name. */
async function readGauges(ready: unknown): Promise<(name: string) => number> {
  const { internalPort } = ready as { internalPort: number };
  const text = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

/**
 * Returns the milliseconds that a process's main thread has waited for a CPU core, according to the kernel's scheduler
 * statistics.
 */
function coreWaitMs(pid: number | undefined): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}
