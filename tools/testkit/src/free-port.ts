import { freePort as findPort } from '@gossamer/dev/free-port';

/** Returns a free port on the loopback address that the operating system does not assign to other sockets. */
export const freePort = (): Promise<number> => findPort();
