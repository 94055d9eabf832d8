import type { Verdict } from '../history.ts';
import type { LoadOptions, LoadReport } from '../load.ts';
import type { Measure } from '../measures.ts';
import type { StoreKind } from '../store.ts';
import type { World } from '../world.ts';
import type { ProcessOptions } from '../world-services.ts';

/** Limits that every fault injection test checks. A test can override the defaults. */
export interface Limits {
  slowestAnswerMs: number;
  /** Maximum time from the end of the last fault until every accepted upload has ended. */
  settleMs: number;
  /** Maximum number of compressions that may fail. */
  failed: number;
}

/** Observations of the clients during a test run. */
export interface Outcome {
  report: LoadReport;
  verdict: Verdict;
  cookie: string;
  /** Ids of the accepted uploads. */
  ids: string[];
}

/** A fault injection test: a fault of a world under load, with the checks during and after the fault. */
export interface Row {
  name: string;
  /** Whether the test is part of the short run in `npm test`. */
  isShort?: boolean;
  /** Required storage type. Default: any. */
  store?: StoreKind;
  /** Environment variables that the product needs for this test. */
  env?: NodeJS.ProcessEnv;
  /** Required processes. Default: two workers and one gateway. */
  processes?: ProcessOptions;
  /** Intact images for the load, instead of the default ones. */
  neighbors?(): Promise<Buffer[]>;
  load?: Partial<Pick<LoadOptions, 'uploads' | 'inFlight' | 'overMs'>>;
  limits?: Partial<Limits>;
  /** Whether the fault ends processes of the product. In all other tests, a process that ends is an error. */
  isDeadly?: boolean;
  /**
   * Whether files expire or rows are deleted during the test. If so, results are not downloaded again and quota
   * counters are not compared.
   */
  hasDeletions?: boolean;
  /** Whether throughput must recover within 30 s after the fault. */
  isRecoveryTimed?: boolean;
  /**
   * Images that the fault uploads. They are created before the load starts, because creating them blocks this process.
   */
  images?(): Promise<Buffer[]>;
  /** Causes and ends a fault. Returns the values that it measured. */
  fault(world: World, images: Buffer[], run: { seed: number }): Promise<Measure[]>;
  /** Performs additional checks after every upload has ended. */
  check?(world: World, outcome: Outcome): Promise<Measure[]>;
}
