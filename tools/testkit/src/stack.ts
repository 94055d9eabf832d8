import type { Stack } from '@gossamer/dev/servers/stack';
import { chooseTestServers, startTestServers } from '@gossamer/dev/servers/test-servers';

let stack: Stack | undefined;

/**
 * Starts the test servers that the environment does not specify: Postgres, Redis and, if needed, S3. During `npm test`,
 * starts nothing, because `npm test` starts the servers for all projects and adds them to the environment.
 */
export async function startServers(options: { needsS3: boolean }): Promise<void> {
  const { DATABASE_URL, REDIS_URL, S3_ENDPOINT } = process.env;
  if (DATABASE_URL && REDIS_URL && (S3_ENDPOINT || !options.needsS3)) return;
  const source = await chooseTestServers(options);
  process.stderr.write(`${source.text}\n`);
  stack = await startTestServers(source, options);
  Object.assign(process.env, stack.env);
}

/** Global setup for Vitest projects that need Postgres and Redis. */
export const setup = (): Promise<void> => startServers({ needsS3: false });

/** Stops the servers that `setup` started. */
export async function teardown(): Promise<void> {
  await stack?.stop();
}
