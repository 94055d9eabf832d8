import {
  billingConfirmation,
  type Promotion,
  portalLink,
  promotion,
  refundRequestFacts,
  type SubscriptionSetup,
  type SubscriptionSummary,
  subscriptionSetup,
  subscriptionSummary,
} from '@gossamer/contracts/billing';
import { traceHeaders } from '@gossamer/service-kit/tracing';
import type { z } from 'zod';
import { createServiceClient, type ServiceCall, type ServiceClientConfig } from '../http/service-client.ts';

/**
 * The billing service. Each call throws its refusals as they are (`ServiceClient`), and `payment_provider_unavailable`
 * when it does not answer.
 */
export interface BillingClient {
  createSubscription(call: ServiceCall, promoCode: string | undefined): Promise<SubscriptionSetup>;
  findPromotion(call: ServiceCall, promoCode: string): Promise<Promotion>;
  confirm(call: ServiceCall): Promise<z.infer<typeof billingConfirmation>>;
  openPortal(call: ServiceCall): Promise<z.infer<typeof portalLink>>;
  readSummary(call: ServiceCall): Promise<SubscriptionSummary>;
  requestRefund(call: ServiceCall): Promise<z.infer<typeof refundRequestFacts>>;
  /** Hands on what Stripe sent, byte by byte; whatever billing answers is the answer. */
  passWebhook(requestId: string, webhook: StripeWebhook): Promise<Response>;
}

export interface StripeWebhook {
  body: Buffer;
  contentType: string | undefined;
  signature: string | undefined;
}

/**
 * Enough for one call of billing to Stripe that goes wrong twice (three tries of 6 s), not for all of them: one purchase
 * makes up to eight, one after the other. When Stripe is slow with several, the answer is that it is away while billing
 * goes on; asking again finds what was made meanwhile.
 */
const timeoutMs = 25_000;

/** Speaks with the billing service. */
export function createBillingClient(config: ServiceClientConfig): BillingClient {
  const service = createServiceClient({
    ...config,
    audience: 'billing',
    timeoutMs,
    unavailableCode: 'payment_provider_unavailable',
  });
  const post = <S extends z.ZodType>(call: ServiceCall, path: string, answer: S, body?: unknown) =>
    service.ask(call, { method: 'POST', path, body }, answer);
  return {
    createSubscription: (call, promoCode) => post(call, '/subscriptions', subscriptionSetup, { promoCode }),
    findPromotion: (call, promoCode) => post(call, '/promotions', promotion, { promoCode }),
    confirm: (call) => post(call, '/confirm', billingConfirmation),
    openPortal: (call) => post(call, '/portal', portalLink),
    readSummary: (call) => service.ask(call, { method: 'GET', path: '/summary' }, subscriptionSummary),
    requestRefund: (call) => post(call, '/refund-requests', refundRequestFacts),
    passWebhook: (requestId, { body, contentType, signature }) =>
      service.send('/webhooks/stripe', {
        method: 'POST',
        headers: {
          'x-request-id': requestId,
          ...traceHeaders(),
          ...(contentType !== undefined && { 'content-type': contentType }),
          ...(signature !== undefined && { 'stripe-signature': signature }),
        },
        body: new Uint8Array(body),
      }),
  };
}
