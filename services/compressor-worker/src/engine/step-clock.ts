/** Runs steps and notes how long each took, in milliseconds by name. */
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
