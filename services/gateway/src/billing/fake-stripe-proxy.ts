import type { IncomingHttpHeaders } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import { fakeStripePath } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { identityHeader } from '@gossamer/service-kit/identity';

/** The response headers of the fake Stripe that are forwarded; the gateway sets its own security headers. */
const answerHeaders = ['content-type', 'content-length', 'content-encoding', 'location', 'cache-control'];

/** Proxies the fake Stripe's pages and API, so that browsers reach them at the product's origin. */
export async function fakeStripeProxy(http: Http, { upstream }: { upstream: string }): Promise<void> {
  await http.register(httpProxy, {
    upstream,
    prefix: fakeStripePath,
    rewritePrefix: fakeStripePath,
    disableRequestLogging: true,
    config: { isPublic: true },
    replyOptions: {
      rewriteRequestHeaders: ({ id }, headers) => ({ ...withoutWho(headers), 'x-request-id': String(id) }),
      rewriteHeaders: (headers) =>
        Object.fromEntries(
          answerHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
        ),
      onError: (reply, { error }) =>
        void reply.send(new AppError('payment_provider_unavailable', { retryAfterSeconds: 5, cause: error })),
    },
  });
}

/** Removes credentials from the request, because the fake Stripe is not part of the product. */
function withoutWho(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { cookie, authorization, [identityHeader]: identity, ...rest } = headers;
  return rest;
}
