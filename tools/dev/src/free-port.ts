import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

type Listened = { port: number } | { code: string };

function tryListen(host: string, port: number): Promise<Listened> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? 'unknown' }));
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address() as AddressInfo;
      server.close(() => resolve({ port: address.port }));
    });
  });
}

/**
 * Returns the error code if a port cannot be listened on (`EADDRINUSE`, `EACCES`, …), or undefined if it is free. Also
 * checks the IPv6 loopback address, because browsers may try it first for "localhost".
 */
export async function portProblem(port: number, host = '127.0.0.1'): Promise<string | undefined> {
  const first = await tryListen(host, port);
  if ('code' in first) return first.code;
  const second = await tryListen('::1', port);
  return 'code' in second && second.code === 'EADDRINUSE' ? second.code : undefined;
}

/** Returns a free port on the loopback address: `preferred` if it is free, otherwise any other. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await portProblem(preferred)) === undefined) return preferred;
  const any = await tryListen('127.0.0.1', 0);
  if ('code' in any) throw new Error(`No loopback port is free (${any.code}).`);
  return any.port;
}
