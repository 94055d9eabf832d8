import type { Verdict } from '../history.ts';
import type { LoadOptions, LoadReport } from '../load.ts';
import type { Measure } from '../measures.ts';
import type { StoreKind } from '../store.ts';
import type { World } from '../world.ts';
import type { ProcessOptions } from '../world-services.ts';

/** Default limits of every row. */
export interface Limits {
  slowestAnswerMs: number;
  /** From the end of the last fault until every accepted upload has ended. */
  settleMs: number;
  /** Number of compressions that may fail. */
  failed: number;
}

/** The observations of a row's clients. */
export interface Outcome {
  report: LoadReport;
  verdict: Verdict;
  cookie: string;
  /** Ids of the accepted uploads. */
  ids: string[];
}

/** A fault for a world under load, and the checks during and after it. */
export interface Row {
  name: string;
  /** Included in the short form, which `npm test` runs. */
  isShort?: boolean;
  /** The required kind of storage. Default: any. */
  store?: StoreKind;
  /** Required settings of the product. */
  env?: NodeJS.ProcessEnv;
  /** The required processes, if two workers and a gateway are not enough. */
  processes?: ProcessOptions;
  /** Intact images to upload meanwhile, instead of the usual ones. */
  neighbours?(): Promise<Buffer[]>;
  load?: Partial<Pick<LoadOptions, 'uploads' | 'inFlight' | 'overMs'>>;
  limits?: Partial<Limits>;
  /** Whether it ends processes of the product itself. In all other rows, none may end. */
  isDeadly?: boolean;
  /**
   * Whether files expire or rows are deleted while it runs. In that case, results are not fetched again and counters
   * are not compared.
   */
  hasDeletions?: boolean;
  /** Whether throughput must have recovered 30 s after the fault. */
  isRecoveryTimed?: boolean;
  /** Images that the fault uploads itself, created before the load starts because that keeps this process busy. */
  images?(): Promise<Buffer[]>;
  /** Causes and ends a fault. Returns its own measures. */
  fault(world: World, images: Buffer[], run: { seed: number }): Promise<Measure[]>;
  /** Additional checks after every upload has ended. */
  check?(world: World, outcome: Outcome): Promise<Measure[]>;
}
