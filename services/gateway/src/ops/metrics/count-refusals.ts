import { toAppError } from '@gossamer/service-kit/http/error-handler';
import fastifyPlugin from 'fastify-plugin';
import type { GatewayCounters } from './counters.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes images in: what it refuses is counted by code. */
    takesImages?: boolean;
  }
}

/** Counts the errors with which uploads were answered. */
export const countRefusals = fastifyPlugin(async (http, { counters }: { counters: GatewayCounters }) => {
  http.addHook('onError', async (request, _reply, error) => {
    if (request.routeOptions.config.takesImages) counters.refused(toAppError(error).code);
  });
});
