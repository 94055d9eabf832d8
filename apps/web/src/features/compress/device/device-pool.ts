import { createEnginePool } from './engine-pool.ts';

/** Share of the device's memory that images may use. */
const memoryShare = 0.25;
/** Memory in megabytes that is assumed if the browser does not tell: Firefox and Safari do not. */
const assumedMegabytes = 8 * 1024;

const { hardwareConcurrency, deviceMemory } = navigator as Navigator & { deviceMemory?: number };
const deviceMegabytes = deviceMemory === undefined ? assumedMegabytes : deviceMemory * 1024;

/** The workers that compress images on this device: one for each processor core. */
export const pool = createEnginePool({
  createWorker: () => new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' }),
  maxWorkers: hardwareConcurrency,
  megabytes: deviceMegabytes * memoryShare,
});
