import type { WorkersOptions } from '../fleet-of.ts';
import type { Verdict } from '../history.ts';
import type { LoadOptions, LoadReport } from '../load.ts';
import type { Measure } from '../measures.ts';
import type { StoreKind } from '../store.ts';
import type { World } from '../world.ts';

/** What every row is held to, unless it says otherwise. */
export interface Limits {
  slowestAnswerMs: number;
  /** From the end of the last fault until every accepted upload has ended. */
  settleMs: number;
  /** Compressions that may end as failed. */
  failed: number;
}

/** What the clients of a row saw. */
export interface Outcome {
  report: LoadReport;
  verdict: Verdict;
  cookie: string;
  /** The accepted uploads. */
  ids: string[];
}

/** One fault, done to a world that is under load, and what the product is held to meanwhile and afterwards. */
export interface Row {
  name: string;
  /** Part of the short form, which `npm test` runs. */
  isShort?: boolean;
  /** The store it needs; any will do when left out. */
  store?: StoreKind;
  /** Settings of the product that it needs. */
  env?: NodeJS.ProcessEnv;
  /** The processes it needs, where two workers and a gateway are not enough. */
  fleet?: WorkersOptions;
  /** Good images that are uploaded meanwhile, in place of the usual ones. */
  neighbours?(): Promise<Buffer[]>;
  load?: Partial<Pick<LoadOptions, 'uploads' | 'inFlight' | 'overMs'>>;
  limits?: Partial<Limits>;
  /** It ends processes of the product itself; in all other rows none may end. */
  isDeadly?: boolean;
  /** Its files end or its rows are erased while it runs: then results are not fetched again, nor counters compared. */
  isForgetful?: boolean;
  /** Whether throughput must be back 30 s after the fault. */
  isRecoveryTimed?: boolean;
  /** Images that the fault uploads itself. Made before the load begins: making them keeps this process busy. */
  images?(): Promise<Buffer[]>;
  /** Breaks something and mends it again; hands back what it measured while it lasted. */
  fault(world: World, images: Buffer[], run: { seed: number }): Promise<Measure[]>;
  /** Measures of its own, once every upload has ended. */
  check?(world: World, outcome: Outcome): Promise<Measure[]>;
}
