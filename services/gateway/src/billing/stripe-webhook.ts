import type { Http } from '@gossamer/service-kit/http/create-http';
import type { GatewayDeps } from '../deps.ts';
import { requireBilling } from './require-billing.ts';

const maxBytes = 1024 * 1024;

/**
 * Forwards Stripe's webhook requests to billing unchanged, because the signature covers the raw bytes. This is a
 * separate plugin, so that bodies remain unparsed on this route only.
 */
export async function stripeWebhook(http: Http, deps: GatewayDeps): Promise<void> {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  http.post(
    '/webhooks/stripe',
    { bodyLimit: maxBytes, config: { isPublic: true } },
    async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const answer = await requireBilling(deps).passWebhook(request.id, {
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        contentType: request.headers['content-type'],
        signature: Array.isArray(signature) ? signature.join(',') : signature,
      });
      return reply
        .code(answer.status)
        .header('content-type', answer.headers.get('content-type') ?? 'application/json')
        .send(Buffer.from(await answer.arrayBuffer()));
    },
  );
}
