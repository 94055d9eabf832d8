/** The page draws the progress of all uploads together, ten times a second, and not with every packet. */
const flushMs = 100;

/** Gathers what uploads tell of their progress, in whole percents. */
export class ProgressBuffer {
  readonly #flush: (percents: ReadonlyMap<string, number>) => void;
  #percents = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(flush: (percents: ReadonlyMap<string, number>) => void) {
    this.#flush = flush;
  }

  put(key: string, sentPercent: number): void {
    this.#percents.set(key, Math.floor(sentPercent));
    this.#timer ??= setTimeout(() => {
      const percents = this.#percents;
      this.#percents = new Map();
      this.#timer = undefined;
      if (percents.size > 0) this.#flush(percents);
    }, flushMs);
  }

  /** The item has gone on: old news must not set it back. */
  drop(key: string): void {
    this.#percents.delete(key);
  }
}
