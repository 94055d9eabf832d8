/**
 * Milliseconds between progress reports. The page renders the progress ten times per second instead of on every event.
 */
const flushMs = 100;

/** Buffers the upload progress of all items in whole percent and reports it at intervals. */
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
   * Discards the buffered progress of an item that has entered its next step. Reporting it later would revert the step.
   */
  drop(key: string): void {
    this.#percents.delete(key);
  }
}
