import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Returns the error code if a port cannot be listened on. */
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
 * Returns the error code if a port cannot be listened on (`EADDRINUSE`, `EACCES`, …), or undefined if it is free. Also
 * checks the IPv6 loopback address, because browsers may try it first for "localhost".
 */
export async function portProblem(port: number, host = '127.0.0.1'): Promise<string | undefined> {
  const problem = await tryListen(host, port);
  if (problem !== undefined) return problem;
  return (await tryListen('::1', port)) === 'EADDRINUSE' ? 'EADDRINUSE' : undefined;
}

/**
 * Ports from which a free one is chosen. The system assigns ports from 32,768 (Linux) or 49,152 (macOS, Windows) to
 * outgoing connections and to servers without a fixed port, so it could assign a higher port to another program before
 * the caller listens on it.
 */
const firstPort = 20_000;
const portLimit = 32_768;
const maxTries = 100;

/** Returns a free port on the loopback address: `preferred` if it is free, otherwise any other. */
export async function freePort(preferred?: number): Promise<number> {
  let port = preferred ?? randomInt(firstPort, portLimit);
  for (let tries = 1; (await portProblem(port)) !== undefined; tries += 1) {
    if (tries > maxTries) throw new Error(`No loopback port is free (${maxTries} were tried).`);
    port = randomInt(firstPort, portLimit);
  }
  return port;
}
