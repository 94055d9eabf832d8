import type { Row } from './figures.ts';
import {
  avifBytes,
  graphicBytes,
  modernBytes,
  photoBytes,
  photoBytesAtWorst,
  reportingBytes,
  reportingModernBytes,
} from './rows/bytes.ts';
import { noOpCeiling } from './rows/ceiling.ts';
import { costs } from './rows/costs.ts';
import { autoLarge, autoSmall, besidePlainSharp, heicMemory, largestMemory } from './rows/engine.ts';
import { costEstimates } from './rows/estimates.ts';
import { expensive } from './rows/expensive.ts';
import { fileSizes, nextEstimates } from './rows/file-sizes.ts';
import { twoGateways } from './rows/gateways.ts';
import { largeOnDirectory, largeOnS3 } from './rows/large-uploads.ts';
import {
  lighthouseAccessibility,
  lighthouseBestPractices,
  lighthousePerformance,
  lighthouseSeo,
} from './rows/lighthouse.ts';
import { loginTiming } from './rows/login-timing.ts';
import { idleMedian, idleTail } from './rows/overhead.ts';
import { slowConnections } from './rows/slow-connections.ts';
import { stripeWebhooks } from './rows/stripe-webhooks.ts';
import { moreWorkers, twoEngineProcesses, wholeSystem } from './rows/throughput.ts';
import { turns } from './rows/turns.ts';
import { webFirstLoad } from './rows/web.ts';
import { webSmoothness } from './rows/web-smoothness.ts';

/** All benchmarks in the order of the results table. */
export const rows: Row[] = [
  wholeSystem,
  besidePlainSharp,
  idleMedian,
  idleTail,
  largeOnDirectory,
  largeOnS3,
  slowConnections,
  largestMemory,
  heicMemory,
  twoEngineProcesses,
  moreWorkers,
  noOpCeiling,
  twoGateways,
  costs,
  autoLarge,
  autoSmall,
  photoBytes,
  photoBytesAtWorst,
  graphicBytes,
  reportingBytes,
  avifBytes,
  modernBytes,
  reportingModernBytes,
  fileSizes,
  nextEstimates,
  loginTiming,
  turns,
  costEstimates,
  expensive,
  stripeWebhooks,
  webFirstLoad,
  webSmoothness,
  lighthousePerformance,
  lighthouseAccessibility,
  lighthouseBestPractices,
  lighthouseSeo,
];
