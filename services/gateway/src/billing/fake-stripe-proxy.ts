import type { IncomingHttpHeaders } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import { fakeStripePath } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { identityHeader } from '@gossamer/service-kit/identity';

/** What of an answer is passed on; security headers are the product's own. */
const answerHeaders = ['content-type', 'content-length', 'content-encoding', 'location', 'cache-control'];

/** Passes the fake Stripe's pages and calls through, so that browsers find them where the product is. */
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

/** It is not of the product: nobody's session is its business. */
function withoutWho(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { cookie, authorization, [identityHeader]: identity, ...rest } = headers;
  return rest;
}
