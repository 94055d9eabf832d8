import type { IncomingHttpHeaders } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import { fakeStripePath } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { identityHeader } from '@gossamer/service-kit/identity';

/** Response headers that are forwarded from the fake Stripe server. The gateway sets its own security headers. */
const answerHeaders = ['content-type', 'content-length', 'content-encoding', 'location', 'cache-control'];

/** Proxies the pages and API of the fake Stripe server, so that browsers can reach them at the product's origin. */
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

/**
 * Removes credentials from the request headers. They must not be sent to the fake Stripe server, which is not part of
 * the product.
 */
function withoutWho(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { cookie, authorization, [identityHeader]: identity, ...rest } = headers;
  return rest;
}
