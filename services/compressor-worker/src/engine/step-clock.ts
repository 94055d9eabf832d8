/**
 * Returns two properties: `timed`, a function that runs and measures a step, and `steps`, the durations in milliseconds
 * by step name.
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
