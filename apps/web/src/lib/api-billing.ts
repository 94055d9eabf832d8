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

/** A visitor's account and subscription in one request. */
export type NewSubscriber = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  preferredLanguage: string;
  promoCode?: string | undefined;
};

/** Requests to the billing API. Errors are those of `sendJson`. */
export const billingRequests = {
  createSubscription: (promoCode: string | undefined): Promise<SubscriptionSetup> =>
    sendJson('POST', '/api/create-subscription', { promoCode }, subscriptionSetup),
  /** The response sets the session cookie, as do most error responses. */
  createAnonymousSubscription: (body: NewSubscriber): Promise<SubscriptionSetup> =>
    sendJson('POST', '/api/create-anonymous-subscription', body, subscriptionSetup),
  findPromotion: (promoCode: string): Promise<Promotion> =>
    sendJson('POST', '/api/billing/promo-code', { promoCode }, promotion),
  /** Makes the server fetch the subscription's status from the payment provider. */
  confirm: () => sendJson('POST', '/api/billing/confirm', {}, billingConfirmation),
  openPortal: () => sendJson('POST', '/api/billing/portal', {}, portalLink),
  getSummary: (signal?: AbortSignal): Promise<BillingSummary> =>
    getJson('/api/billing', billingSummary, signal),
  requestRefund: (reason: string) => sendJson('POST', '/api/billing/refund-request', { reason }),
};
