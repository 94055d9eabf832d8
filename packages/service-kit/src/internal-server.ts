import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { type HealthChecks, readiness } from './health.ts';

export interface InternalServer {
  port: number;
  close(): Promise<void>;
}

/**
 * The operator's door of a process, apart from the public one:
 * `/healthz` (alive), `/readyz` (what it depends on answers), `/metrics` (Prometheus).
 */
export async function startInternalServer(options: {
  host: string;
  port: number;
  registry: Registry;
  checks: HealthChecks;
}): Promise<InternalServer> {
  const server = createServer(async (request, response) => {
    const [status, type, body] = await answer(request.url ?? '', options.registry, options.checks);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

async function answer(
  path: string,
  registry: Registry,
  checks: HealthChecks,
): Promise<[number, string, string]> {
  if (path === '/healthz') return [200, 'application/json', '{"status":"ok"}'];
  if (path === '/metrics') return [200, registry.contentType, await registry.metrics()];
  if (path === '/readyz') {
    const result = await readiness(checks);
    return [result.isReady ? 200 : 503, 'application/json', JSON.stringify(result)];
  }
  return [404, 'text/plain', 'not found\n'];
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
