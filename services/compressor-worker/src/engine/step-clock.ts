/**
 * Returns `timed`, which runs and measures a step, and `steps`, which contains the milliseconds of each step by name.
 */
export function stepClock() {
  const steps: Record<string, number> = {};
  async function timed<T>(name: string, step: () => T | Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await step();
    } finally {
      steps[name] = performance.now() - startedAt;
    }
  }
  return { steps, timed };
}
