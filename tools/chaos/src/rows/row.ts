import type { Verdict } from '../history.ts';
import type { LoadOptions, LoadReport } from '../load.ts';
import type { Measure } from '../measures.ts';
import type { StoreKind } from '../store.ts';
import type { World } from '../world.ts';
import type { ProcessOptions } from '../world-services.ts';

/** Limits that all fault injection tests check. A test can override the defaults. */
export interface Limits {
  slowestAnswerMs: number;
  /** Maximum time in milliseconds between the end of the last fault and the end of the last accepted upload. */
  settleMs: number;
  /** Maximum number of compressions that may fail. */
  failed: number;
}

/** Observations by the clients during a test run. */
export interface Outcome {
  report: LoadReport;
  verdict: Verdict;
  cookie: string;
  /** Ids of the accepted uploads. */
  ids: string[];
}

/** A fault injection test: injects a fault under load, and runs checks during and after the fault. */
export interface Row {
  name: string;
  /** Whether the test is included in the short run, which is part of `npm test`. */
  isShort?: boolean;
  /** Required storage type. Default: any. */
  store?: StoreKind;
  /** Environment variables for the product during this test. */
  env?: NodeJS.ProcessEnv;
  /** Processes to run. Default: two workers and one gateway. */
  processes?: ProcessOptions;
  /** Intact images to use as load instead of the default images. */
  neighbors?(): Promise<Buffer[]>;
  load?: Partial<Pick<LoadOptions, 'uploads' | 'inFlight' | 'overMs' | 'fields'>>;
  limits?: Partial<Limits>;
  /** Whether the fault terminates Gossamer processes. In all other tests, a terminated process is an error. */
  isDeadly?: boolean;
  /**
   * Whether files expire or database rows are deleted during the test. If so, the checks skip downloading results again
   * and comparing quota counters.
   */
  hasDeletions?: boolean;
  /** Whether throughput must recover within 30 s after the fault. */
  isRecoveryTimed?: boolean;
  /**
   * Images that are uploaded as part of the fault. They are created before the load starts, because creating images
   * blocks this process.
   */
  images?(): Promise<Buffer[]>;
  /** Injects the fault and ends it. Returns the values measured during the fault. */
  fault(world: World, images: Buffer[], run: { seed: number }): Promise<Measure[]>;
  /** Runs additional checks after all uploads have finished. */
  check?(world: World, outcome: Outcome): Promise<Measure[]>;
}
