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
 * Client for the billing service. Each call throws the errors returned by the service (see `ServiceClient`), or
 * `payment_provider_unavailable` if the service does not respond.
 */
export interface BillingClient {
  createSubscription(call: ServiceCall, promoCode: string | undefined): Promise<SubscriptionSetup>;
  findPromotion(call: ServiceCall, promoCode: string): Promise<Promotion>;
  confirm(call: ServiceCall): Promise<z.infer<typeof billingConfirmation>>;
  openPortal(call: ServiceCall): Promise<z.infer<typeof portalLink>>;
  readSummary(call: ServiceCall): Promise<SubscriptionSummary>;
  requestRefund(call: ServiceCall): Promise<z.infer<typeof refundRequestFacts>>;
  /** Forwards a Stripe webhook request unchanged and returns billing's response. */
  passWebhook(requestId: string, webhook: StripeWebhook): Promise<Response>;
}

export interface StripeWebhook {
  body: Buffer;
  contentType: string | undefined;
  signature: string | undefined;
}

/**
 * Timeout in milliseconds for a request to billing. It is sufficient for one Stripe call with three attempts of 6 s
 * each, but a purchase makes up to eight calls in sequence. If several calls are slow, the gateway responds with
 * `payment_provider_unavailable` while billing continues, and a retry finds the subscription that billing has created.
 */
const timeoutMs = 25_000;

/** Creates a client for the billing service. */
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
