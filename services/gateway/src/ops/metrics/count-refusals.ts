import { toAppError } from '@gossamer/service-kit/http/error-handler';
import fastifyPlugin from 'fastify-plugin';
import type { GatewayCounters } from './counters.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route accepts images. Its errors are then counted by code. */
    takesImages?: boolean;
  }
}

/** Counts the error responses of upload routes by error code. */
export const countRefusals = fastifyPlugin(async (http, { counters }: { counters: GatewayCounters }) => {
  http.addHook('onError', async (request, _reply, error) => {
    if (request.routeOptions.config.takesImages) counters.refused(toAppError(error).code);
  });
});
