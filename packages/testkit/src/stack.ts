import { startStack } from '@gossamer/local/servers/stack';

let stack: Awaited<ReturnType<typeof startStack>> | undefined;

/**
 * Vitest's global set-up of every project that needs servers: those of the environment, or ones of its own that end with
 * the run. `npm test` starts one stack for all projects, so this starts nothing there.
 */
export async function setup(): Promise<void> {
  if (process.env.DATABASE_URL && process.env.REDIS_URL) return;
  stack = await startStack({ isThrowaway: true });
  Object.assign(process.env, stack.env);
}

/** Stops what `setup` started. */
export async function teardown(): Promise<void> {
  await stack?.stop();
}
