import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Tries to listen on a port. Returns the error code if this fails. */
function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen({ host, port, exclusive: true }, () => {
      server.close(() => resolve(undefined));
    });
  });
}

/**
 * Returns an error code such as `EADDRINUSE` or `EACCES` if the port cannot be listened on, or undefined if the port is
 * free. Also checks the IPv6 loopback address, because browsers may try it first for "localhost".
 */
export async function portProblem(port: number, host = '127.0.0.1'): Promise<string | undefined> {
  const problem = await tryListen(host, port);
  if (problem !== undefined) return problem;
  return (await tryListen('::1', port)) === 'EADDRINUSE' ? 'EADDRINUSE' : undefined;
}

/**
 * Range of ports from which a free port is chosen. Operating systems assign higher ports, from 32,768 (Linux) or 49,152
 * (macOS, Windows), to outgoing connections and dynamically bound servers. Such a port could be taken before the caller
 * listens on it.
 */
const firstPort = 20_000;
const portLimit = 32_768;
const maxTries = 100;

/** Returns a free port on the loopback address: `preferred` if that port is free, otherwise a random one. */
export async function freePort(preferred?: number): Promise<number> {
  let port = preferred ?? randomInt(firstPort, portLimit);
  for (let tries = 1; (await portProblem(port)) !== undefined; tries += 1) {
    if (tries > maxTries) throw new Error(`Failed to find a free loopback port after ${maxTries} attempts.`);
    port = randomInt(firstPort, portLimit);
  }
  return port;
}
