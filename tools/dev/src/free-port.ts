import { randomInt } from 'node:crypto';
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { workspaceRoot } from './paths.ts';

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

/** Milliseconds for which a returned port is not returned again. Starting the servers of a product takes less time. */
const reservedMs = 120_000;
/** Folder that contains an empty file for each reserved port. */
const reservationsDir = join(workspaceRoot, 'node_modules/.cache/gossamer-ports');

/**
 * Reserves a port across all processes of this clone, because parallel tests could otherwise choose the same port
 * before one of them listens on it. Returns whether the port was not reserved yet.
 */
function reserve(port: number): boolean {
  const path = join(reservationsDir, String(port));
  mkdirSync(reservationsDir, { recursive: true });
  try {
    writeFileSync(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (Date.now() - statSync(path).mtimeMs < reservedMs) return false;
  utimesSync(path, new Date(), new Date());
  return true;
}

/** Returns a free port on the loopback address: `preferred` if that port is free, otherwise a random one. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await portProblem(preferred)) === undefined) return preferred;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const port = randomInt(firstPort, portLimit);
    if (reserve(port) && (await portProblem(port)) === undefined) return port;
  }
  throw new Error(`Failed to find a free loopback port after ${maxTries} attempts.`);
}
