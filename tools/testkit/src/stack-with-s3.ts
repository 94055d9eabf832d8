import { startServers, teardown as stopServers } from './stack.ts';

/** Global set-up of Vitest projects that also need an S3 server. */
export const setup = (): Promise<void> => startServers({ needsS3: true });

/** Stops the servers that `setup` started. */
export const teardown = stopServers;
