import { context, propagation, type Span, SpanKind, trace } from '@opentelemetry/api';
import fastifyPlugin from 'fastify-plugin';
import { noteFault } from '../tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined;
  }
}

/**
 * Creates one span per request, in which the route handler runs. Continues the caller's trace only if callers are
 * trusted, since untrusted callers could decide which traces are sampled. The existing Fastify plugin would create a
 * span for each hook.
 */
export const traceRequests = fastifyPlugin(async (http, options: { trustsUpstreamTrace: boolean }) => {
  http.decorateRequest('span', undefined);
  http.addHook('onRequest', (request, _reply, done) => {
    const parent = options.trustsUpstreamTrace
      ? propagation.extract(context.active(), request.headers)
      : context.active();
    const span = trace.getTracer('gossamer').startSpan(
      `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': request.routeOptions.url ?? 'unknown',
          'gossamer.request_id': request.id,
        },
      },
      parent,
    );
    request.span = span;
    context.with(trace.setSpan(parent, span), done);
  });
  http.addHook('onError', async ({ span }, _reply, error) => {
    if (span) noteFault(span, error);
  });
  http.addHook('onResponse', async ({ span }, reply) => {
    span?.setAttribute('http.response.status_code', reply.statusCode);
    span?.end();
  });
});
