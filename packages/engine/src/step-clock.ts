/** Runs a step and measures its duration. */
export type Timed = <T>(name: string, step: () => T | Promise<T>) => Promise<T>;

/**
 * Returns two properties. `timed` runs a step and measures its duration. `steps` contains the total durations in
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
