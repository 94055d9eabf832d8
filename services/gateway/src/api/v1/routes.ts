import cors from '@fastify/cors';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { handleErrors } from '@gossamer/service-kit/http/error-handler';
import type { GatewayDeps } from '../../deps.ts';
import { identifyByApiKey } from '../../http/identity/api-key.ts';
import { type Member, setIdentity } from '../../http/identity/identity.ts';
import { answerExamples } from '../document/examples.ts';
import { validateBySchema } from '../document/operation.ts';
import { batchRoute } from './batch-route.ts';
import { compressionRoutes, fileRoutes } from './compression-routes.ts';
import { estimateRoute } from './estimate-route.ts';
import { problemSender } from './problems.ts';
import { toQueryFault } from './read-options.ts';
import type { ApiParts } from './submit.ts';
import { usageRoute } from './usage-route.ts';

const exposedHeaders = ['Location', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id', 'ETag'];

/** Registers `/api/v1`, the Pro API, which requires an API key. */
export async function apiRoutes(http: Http, deps: GatewayDeps, parts: ApiParts): Promise<void> {
  const { rate } = parts;
  await http.register(
    async (api: Http) => {
      const sendProblem = problemSender(deps.config.publicUrl);
      handleErrors(api, sendProblem);
      api.setNotFoundHandler((request, reply) =>
        sendProblem(request, reply, new AppError('route_not_found')),
      );
      api.addHook('onRoute', (route) => {
        route.config = { ...route.config, usesApiKey: true };
      });
      // Allow requests from any origin, because they are authenticated by API key instead of cookies.
      await api.register(cors, {
        origin: '*',
        methods: ['GET', 'POST', 'DELETE'],
        exposedHeaders,
        maxAge: 86_400,
      });
      // Read images as streams, regardless of their media type. JSON and forms are still parsed.
      api.removeContentTypeParser('text/plain');
      api.addContentTypeParser('*', (_request, _body, done) => done(null));

      api.addHook('onRequest', async (request, reply) => {
        const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
        let member: Member;
        try {
          member = await identifyByApiKey(deps, token);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          await rate.ofAnonymous(reply, request.addressSubject);
          reply.header('www-authenticate', 'Bearer');
          throw error;
        }
        setIdentity(request, member);
        await rate.ofAccount(reply, member.owner);
        reply.header('cache-control', 'no-store');
      });

      validateBySchema(api, toQueryFault);
      const examples = answerExamples(deps.config.publicUrl);
      compressionRoutes(api, deps, parts, examples);
      fileRoutes(api, deps, examples);
      batchRoute(api, deps, parts, examples);
      estimateRoute(api, deps, parts, examples);
      usageRoute(api, deps, examples);
    },
    { prefix: '/api/v1' },
  );
}
