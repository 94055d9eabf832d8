import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { intentBySecret } from '../operations/confirming.ts';
import { enterCard, enterLink } from '../operations/methods.ts';
import { authenticatePayment, confirmPayment } from '../operations/payments.ts';
import { runDue } from '../renewals.ts';
import { StripeError } from '../stripe-error.ts';
import type { World } from '../world.ts';
import type { PageOptions } from './page-options.ts';

const webAddress = z.url({ protocol: /^https?$/ }).max(2_000);

const confirmBody = z.object({
  publishableKey: z.string(),
  clientSecret: z.string(),
  returnUrl: webAddress,
  method: z.enum(['card', 'link']),
  card: z
    .object({
      number: z.string().max(40),
      expMonth: z.coerce.number().int(),
      expYear: z.coerce.number().int(),
      cvc: z.string().max(10),
    })
    .optional(),
  email: z.string().max(320).optional(),
});

const authenticateBody = z.object({
  publishableKey: z.string(),
  clientSecret: z.string(),
  outcome: z.enum(['complete', 'fail']),
});

interface JsonAnswer {
  status: number;
  body: object;
}

/** Registers the endpoints that the fake Stripe.js uses to confirm and authenticate payments. */
export function addConfirm(http: FastifyInstance, world: World, options: PageOptions): void {
  http.post('/fake-stripe/confirm', (request, reply) => {
    const { status, body } = answering(world, options, () => {
      const wanted = readBody(confirmBody, request.body, options.publishableKey);
      return confirm(world, wanted);
    });
    return reply.status(status).header('cache-control', 'no-store').send(body);
  });
  http.post('/fake-stripe/authenticate', (request, reply) => {
    const { status, body } = answering(world, options, () => {
      const { clientSecret, outcome } = readBody(authenticateBody, request.body, options.publishableKey);
      const intent = intentBySecret(world, clientSecret);
      authenticatePayment(world, intent, outcome);
      return outcomeOf(intent);
    });
    return reply.status(status).header('cache-control', 'no-store').send(body);
  });
}

function answering(world: World, options: PageOptions, work: () => JsonAnswer): JsonAnswer {
  runDue(world, world.clock.now());
  try {
    return work();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return failure(error.status, error.body.code, error.body.message, error.body.decline_code);
  } finally {
    options.save();
  }
}

function readBody<T extends { publishableKey: string }>(
  schema: z.ZodType<T>,
  given: unknown,
  publishableKey: string,
): T {
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = `${issue?.path.join('.')}: ${issue?.message}`;
    throw new StripeError(400, { type: 'invalid_request_error', code: 'parameter_invalid', message });
  }
  if (parsed.data.publishableKey === publishableKey) return parsed.data;
  throw new StripeError(400, {
    type: 'invalid_request_error',
    code: 'invalid_publishable_key',
    message: 'Invalid publishable key.',
  });
}

function confirm(world: World, wanted: z.output<typeof confirmBody>): JsonAnswer {
  const intent = intentBySecret(world, wanted.clientSecret);
  // An earlier call succeeded, but its response was lost. Like Stripe.js, report success.
  if (intent.status === 'succeeded') return outcomeOf(intent);
  const email = wanted.email ?? null;
  if (wanted.method === 'card' && !wanted.card) {
    throw new StripeError(400, {
      type: 'invalid_request_error',
      code: 'parameter_missing',
      message: 'card: this parameter is required.',
    });
  }
  const method =
    wanted.method === 'card' && wanted.card ? enterCard(world, wanted.card, email) : enterLink(world, email);
  confirmPayment(world, intent, method, wanted.returnUrl);
  return outcomeOf(intent);
}

function outcomeOf(intent: Stripe.PaymentIntent): JsonAnswer {
  if (intent.status === 'succeeded') return { status: 200, body: { status: 'succeeded' } };
  if (intent.status === 'requires_action') {
    const url = intent.next_action?.redirect_to_url?.url;
    const action = url ? { type: 'redirect', url } : { type: 'dialog' };
    return { status: 200, body: { status: 'requires_action', action } };
  }
  const { code, decline_code, message } = intent.last_payment_error ?? {};
  return failure(402, code, message ?? 'The payment failed.', decline_code);
}

function failure(
  status: number,
  code = 'invalid_request',
  message: string,
  declineCode?: string,
): JsonAnswer {
  return { status, body: { error: { code, ...(declineCode !== undefined && { declineCode }), message } } };
}
