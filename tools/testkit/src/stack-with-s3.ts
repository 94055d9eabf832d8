import { startServers, teardown as stopServers } from './stack.ts';

/** Global setup for Vitest projects that need an S3 server in addition to Postgres and Redis. */
export const setup = (): Promise<void> => startServers({ needsS3: true });

/** Stops the servers that `setup` started. */
export const teardown = stopServers;
