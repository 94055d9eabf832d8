import fastifyPlugin from 'fastify-plugin';
import { Histogram, type Registry } from 'prom-client';

/** Records the duration of each request by route, method and status. */
export const observeRequests = fastifyPlugin(async (http, options: { registry: Registry }) => {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds, from the received headers to the sent response',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [options.registry],
  });
  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
});
