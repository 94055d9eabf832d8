/** Milliseconds between reports. The page renders progress ten times a second, not for every event. */
const flushMs = 100;

/** Collects the progress of all uploads in whole percent and reports it together at intervals. */
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

  /**
   * Drops unreported progress of an item that has reached its next step. Reporting the progress would revert the step.
   */
  drop(key: string): void {
    this.#percents.delete(key);
  }
}
