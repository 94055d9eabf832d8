import formbody from '@fastify/formbody';
import Fastify, { type FastifyInstance } from 'fastify';
import { parse } from 'qs';
import { addConfirm } from '../pages/confirm.ts';
import { addLink } from '../pages/link.ts';
import { addOverview } from '../pages/overview.ts';
import type { PageOptions } from '../pages/page-options.ts';
import { addPortal } from '../pages/portal.ts';
import { addStripeJs } from '../pages/stripe-js.ts';
import type { World } from '../world.ts';
import { type ApiOptions, addApi } from './api.ts';

/** Parses a form body with nested parameters in the form `a[b][0]=c`. */
const parseForm = (text: string) => parse(text, { depth: 8, arrayLimit: 100, parameterLimit: 1_000 });

export async function createServer(
  world: World,
  options: ApiOptions & PageOptions,
): Promise<FastifyInstance> {
  const http = Fastify({
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
    routerOptions: { querystringParser: parseForm, maxParamLength: 256 },
  });
  await http.register(formbody, { parser: parseForm });
  http.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
    reply
      .status(error.statusCode ?? 500)
      .send({ error: { type: 'api_error', code: 'stand_in_failed', message: error.message } }),
  );
  http.setNotFoundHandler((_request, reply) =>
    reply.status(404).send({ error: { code: 'not_found', message: 'There is nothing at this address.' } }),
  );
  addApi(http, world, options);
  addStripeJs(http);
  for (const addPages of [addConfirm, addLink, addOverview, addPortal]) addPages(http, world, options);
  return http;
}
