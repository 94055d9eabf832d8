import { type HealthChecks, readiness } from '../health.ts';
import type { Http } from './create-http.ts';

/** `/healthz` (alive) and `/readyz` (what it depends on answers) of a service that answers HTTP. */
export function healthRoutes(http: Http, checks: HealthChecks): void {
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const result = await readiness(checks);
    return reply.code(result.isReady ? 200 : 503).send(result);
  });
}
