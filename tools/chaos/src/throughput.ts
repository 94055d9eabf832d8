import { photo } from '@gossamer/testkit/images';
import { emptyReport, upload } from './load.ts';
import { watch } from './watch.ts';
import { watchCores } from './watch-cores.ts';

const uploads = 24;
const inFlight = 6;
const timeoutMs = 60_000;

/**
 * Returns the number of images compressed per second without other load, from upload to result. Small images minimize
 * the effect of the compression speed. CPU time that the hypervisor gave to other machines is excluded.
 */
export async function measureThroughput(url: string): Promise<number> {
  const files = [await photo({ widthPx: 240, heightPx: 160 })];
  const report = emptyReport();
  const coresSince = watchCores();
  const startedAt = performance.now();
  const cookie = await upload({ url, files, uploads, inFlight }, report);
  await watch(url, cookie, report, timeoutMs);
  return (uploads * 1_000) / ((performance.now() - startedAt) * coresSince().ofWanted);
}
