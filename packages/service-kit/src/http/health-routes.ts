import { type HealthChecks, readiness } from '../health.ts';
import type { Http } from './create-http.ts';

/**
 * `/healthz` (alive) and `/readyz` (what it depends on answers) of a service that answers HTTP. Anybody may ask, so what
 * exactly fails is shown on the internal port alone.
 */
export function healthRoutes(http: Http, checks: HealthChecks): void {
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const { isReady, checks: results } = await readiness(checks);
    const whenReady = Object.values(results).includes('read-only') ? 'read-only' : 'ok';
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? whenReady : 'unavailable' });
  });
}
