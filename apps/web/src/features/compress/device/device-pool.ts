import { createEnginePool } from './engine-pool.ts';

/** Share of the device's memory that images may use. */
const memoryShare = 0.25;
/** Assumed memory of the device in megabytes if the browser does not report it, as in Firefox and Safari. */
const assumedMegabytes = 8 * 1024;

const { hardwareConcurrency, deviceMemory } = navigator as Navigator & { deviceMemory?: number };
const deviceMegabytes = deviceMemory === undefined ? assumedMegabytes : deviceMemory * 1024;

/** Engine pool of this page, with at most one worker per processor core. */
export const pool = createEnginePool({
  createWorker: () => new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' }),
  maxWorkers: hardwareConcurrency,
  megabytes: deviceMegabytes * memoryShare,
});
