import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { intentBySecret } from '../operations/confirming.ts';
import { authenticatePayment } from '../operations/payments.ts';
import { StripeError } from '../stripe-error.ts';
import type { World } from '../world.ts';
import { html, money } from './html.ts';
import type { PageOptions } from './page-options.ts';
import { sendPage } from './reply.ts';

const query = z.object({ client_secret: z.string() });
const answer = z.object({ outcome: z.enum(['complete', 'fail']) });

/** Registers the page of the fake Link wallet, on which a customer approves or declines a payment. */
export function addLink(http: FastifyInstance, world: World, options: PageOptions): void {
  http.get('/fake-stripe/link/:id', (request, reply) => {
    const intent = intentOf(world, request);
    return intent?.status === 'requires_action' ? sendQuestion(reply, intent) : sendGone(reply);
  });
  http.post('/fake-stripe/link/:id', (request, reply) => {
    const intent = intentOf(world, request);
    const given = answer.safeParse(request.body);
    const returnUrl = world.state.returnUrls.get(intent?.id ?? '');
    if (intent?.status !== 'requires_action' || !given.success || returnUrl === undefined) {
      return sendGone(reply);
    }
    authenticatePayment(world, intent, given.data.outcome);
    options.save();
    return reply.redirect(withResult(returnUrl, intent), 303);
  });
}

function intentOf(world: World, request: FastifyRequest): Stripe.PaymentIntent | undefined {
  const given = query.safeParse(request.query);
  if (!given.success) return undefined;
  try {
    const intent = intentBySecret(world, given.data.client_secret);
    return request.url.startsWith(`/fake-stripe/link/${intent.id}?`) ? intent : undefined;
  } catch (error) {
    if (error instanceof StripeError) return undefined;
    throw error;
  }
}

function withResult(returnUrl: string, intent: Stripe.PaymentIntent): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

function sendQuestion(reply: FastifyReply, intent: Stripe.PaymentIntent): FastifyReply {
  const content = html`<p>Gossamer requests a payment of ${money(intent.amount, intent.currency)}.</p>
<form method="post">
<button class="main" name="outcome" value="complete">Pay ${money(intent.amount, intent.currency)}</button>
<button name="outcome" value="fail">Decline</button>
</form>`;
  return sendPage(reply, 'Pay with Link', content);
}

function sendGone(reply: FastifyReply): FastifyReply {
  const content = html`<p>This payment does not need confirmation. Go back to the shop and try again.</p>`;
  return sendPage(reply, 'Nothing to pay here', content, 404);
}
