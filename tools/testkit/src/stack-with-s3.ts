import { startServers, teardown as stopServers } from './stack.ts';

/** Vitest's global set-up of a project that also needs an S3 server. */
export const setup = (): Promise<void> => startServers({ needsS3: true });

/** Stops the servers that the set-up started. */
export const teardown = stopServers;
