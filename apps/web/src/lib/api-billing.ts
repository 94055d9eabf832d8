import {
  type anonymousSubscriptionBody,
  type BillingSummary,
  billingConfirmation,
  billingSummary,
  type Promotion,
  portalLink,
  promotion,
  type SubscriptionSetup,
  subscriptionSetup,
} from '@gossamer/contracts/billing';
import type { z } from 'zod';
import { getJson, sendJson } from './api-client.ts';

/** Billing API requests. They throw the same errors as `sendJson`. */
export const billingRequests = {
  createSubscription: (promoCode: string | undefined): Promise<SubscriptionSetup> =>
    sendJson('POST', '/api/create-subscription', { promoCode }, subscriptionSetup),
  /** Creates an account and a subscription. Most error responses also set the session cookie. */
  createAnonymousSubscription: (
    body: z.input<typeof anonymousSubscriptionBody>,
  ): Promise<SubscriptionSetup> =>
    sendJson('POST', '/api/create-anonymous-subscription', body, subscriptionSetup),
  findPromotion: (promoCode: string): Promise<Promotion> =>
    sendJson('POST', '/api/billing/promo-code', { promoCode }, promotion),
  /** Makes the server refresh the subscription status from the payment provider. */
  confirm: () => sendJson('POST', '/api/billing/confirm', {}, billingConfirmation),
  openPortal: () => sendJson('POST', '/api/billing/portal', {}, portalLink),
  getSummary: (signal?: AbortSignal): Promise<BillingSummary> =>
    getJson('/api/billing', billingSummary, signal),
  requestRefund: (reason: string) => sendJson('POST', '/api/billing/refund-request', { reason }),
};
