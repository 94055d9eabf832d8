import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { Counter } from 'prom-client';
import type { BillingDeps } from '../deps.ts';
import { atStripe } from '../stripe/faults.ts';
import { handleEvent } from './handle-event.ts';
import { verifyEvent } from './verify-event.ts';

const maxBodyBytes = 1024 * 1024;

/** Registers Stripe's webhook endpoint. */
export async function webhookRoutes(http: Http, deps: BillingDeps): Promise<void> {
  const outcomes = new Counter({
    name: 'stripe_events_total',
    help: 'Events delivered by Stripe, by outcome',
    labelNames: ['outcome'] as const,
    registers: [deps.metrics],
  });
  // Initialize the counter with 0, so that the first rejected webhook request is visible as an increase.
  outcomes.inc({ outcome: 'refused' }, 0);
  await http.register(async (scope) => {
    // Do not parse request bodies, because the signature covers the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/stripe', { bodyLimit: maxBodyBytes }, async (request) => {
      const event = verifyEvent(deps, request.body, request.headers['stripe-signature']);
      if (!event) {
        outcomes.inc({ outcome: 'refused' });
        throw new AppError('invalid_signature');
      }
      const outcome = await atStripe(() => handleEvent(deps, event));
      outcomes.inc({ outcome });
      request.log.info({ eventId: event.id, eventType: event.type, outcome }, 'received stripe event');
      return { received: true };
    });
  });
}
