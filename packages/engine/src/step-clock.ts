/** Runs and measures a step. */
export type Timed = <T>(name: string, step: () => T | Promise<T>) => Promise<T>;

/**
 * Returns two properties: `timed`, a function that runs and measures a step, and `steps`, the total durations in
 * milliseconds by step name.
 */
export function stepClock(): { steps: Record<string, number>; timed: Timed } {
  const steps: Record<string, number> = {};
  async function timed<T>(name: string, step: () => T | Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await step();
    } finally {
      steps[name] = (steps[name] ?? 0) + performance.now() - startedAt;
    }
  }
  return { steps, timed };
}
