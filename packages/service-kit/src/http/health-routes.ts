import { type HealthChecks, readiness } from '../health.ts';
import { productVersion } from '../product-version.ts';
import type { Http } from './create-http.ts';

/**
 * Adds `/healthz` (liveness, with the version) and `/readyz` (state of the dependencies) to a public HTTP service. These public routes do
 * not reveal which check failed; the internal port does.
 */
export function healthRoutes(http: Http, checks: HealthChecks): void {
  http.get('/healthz', async () => ({ status: 'ok', version: productVersion }));
  http.get('/readyz', async (_request, reply) => {
    const { isReady, checks: results } = await readiness(checks);
    const whenReady = Object.values(results).includes('read-only') ? 'read-only' : 'ok';
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? whenReady : 'unavailable' });
  });
}
