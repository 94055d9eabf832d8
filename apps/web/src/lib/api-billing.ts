import {
  type BillingSummary,
  billingConfirmation,
  billingSummary,
  type Promotion,
  portalLink,
  promotion,
  type SubscriptionSetup,
  subscriptionSetup,
} from '@gossamer/contracts/billing';
import { getJson, sendJson } from './api-client.ts';

/** A visitor's account and subscription in one. */
export type NewSubscriber = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  preferredLanguage: string;
  promoCode?: string | undefined;
};

/** What is asked of the server about money. Each throws as `sendJson` does. */
export const billingRequests = {
  createSubscription: (promoCode: string | undefined): Promise<SubscriptionSetup> =>
    sendJson('POST', '/api/create-subscription', { promoCode }, subscriptionSetup),
  /** The session cookie comes with the answer, and also with most of the errors. */
  createAnonymousSubscription: (body: NewSubscriber): Promise<SubscriptionSetup> =>
    sendJson('POST', '/api/create-anonymous-subscription', body, subscriptionSetup),
  findPromotion: (promoCode: string): Promise<Promotion> =>
    sendJson('POST', '/api/billing/promo-code', { promoCode }, promotion),
  /** Has the server ask the payment provider how the subscription stands. */
  confirm: () => sendJson('POST', '/api/billing/confirm', {}, billingConfirmation),
  openPortal: () => sendJson('POST', '/api/billing/portal', {}, portalLink),
  getSummary: (signal?: AbortSignal): Promise<BillingSummary> =>
    getJson('/api/billing', billingSummary, signal),
  requestRefund: (reason: string) => sendJson('POST', '/api/billing/refund-request', { reason }),
};
