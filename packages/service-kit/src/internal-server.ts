import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { type HealthChecks, type Readiness, readiness } from './health.ts';
import { productVersion } from './product-version.ts';

export interface InternalServer {
  port: number;
  close(): Promise<void>;
}

/**
 * Starts the internal HTTP server of a process, separate from its public server. Serves `/healthz` (liveness; restart
 * on 503), `/readyz` (state of the dependencies) and `/metrics` (Prometheus).
 */
export async function startInternalServer(options: {
  host: string;
  port: number;
  registry: Registry;
  checks: HealthChecks;
  /** Liveness checks. They detect failures that only a restart fixes, so they must not check dependencies. */
  alive?: HealthChecks;
}): Promise<InternalServer> {
  const server = createServer(async (request, response) => {
    const [status, type, body] = await answer(request.url ?? '', options);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

type Answer = [status: number, type: string, body: string];

async function answer(
  path: string,
  { registry, checks, alive = {} }: { registry: Registry; checks: HealthChecks; alive?: HealthChecks },
): Promise<Answer> {
  if (path === '/healthz') return describe(await readiness(alive), { status: 'ok', version: productVersion });
  if (path === '/metrics') return [200, registry.contentType, await registry.metrics()];
  if (path === '/readyz') return describe(await readiness(checks));
  return [404, 'text/plain', 'not found\n'];
}

function describe(result: Readiness, whenFine: object = result): Answer {
  return [result.isReady ? 200 : 503, 'application/json', JSON.stringify(result.isReady ? whenFine : result)];
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
