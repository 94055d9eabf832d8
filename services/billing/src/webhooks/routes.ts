import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { Counter } from 'prom-client';
import Stripe from 'stripe';
import type { BillingDeps } from '../deps.ts';
import { atStripe } from '../stripe/faults.ts';
import { handleEvent } from './handle-event.ts';

/** A signature is good for so long (Stripe's own default), so that a recorded delivery cannot be played again. */
const toleranceSeconds = 300;
const maxBodyBytes = 1024 * 1024;

/** Where Stripe tells what has happened. */
export async function webhookRoutes(http: Http, deps: BillingDeps): Promise<void> {
  const outcomes = new Counter({
    name: 'stripe_events_total',
    help: 'Deliveries of events by Stripe, by what became of them',
    labelNames: ['outcome'] as const,
    registers: [deps.metrics],
  });
  // So that the first one is seen as one more, and not as the beginning of counting.
  outcomes.inc({ outcome: 'refused' }, 0);
  await http.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/stripe', { bodyLimit: maxBodyBytes }, async (request) => {
      const event = verify(deps, request.body, request.headers['stripe-signature']);
      if (!event) {
        outcomes.inc({ outcome: 'refused' });
        throw new AppError('invalid_signature');
      }
      const outcome = await atStripe(() => handleEvent(deps, event));
      outcomes.inc({ outcome });
      request.log.info({ eventId: event.id, eventType: event.type, outcome }, 'stripe event');
      return { received: true };
    });
  });
}

/** The event, if one of our endpoint's secrets has signed exactly these bytes within the last minutes. */
function verify(
  { config }: BillingDeps,
  body: unknown,
  signature: string | string[] | undefined,
): Stripe.Event | undefined {
  if (!config.stripe) throw new AppError('payments_not_configured');
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') return undefined;
  for (const secret of config.stripe.webhookSecrets) {
    try {
      return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds);
    } catch {
      // The next secret may be the one.
    }
  }
  return undefined;
}
