import { identitySecret, ok, type Play, refusalBy, startFakeService } from '../http/fake-service.ts';

interface Body {
  promoCode?: string;
  reason?: string;
}

export const refusal = refusalBy('billing');

export const half = {
  code: 'HALF',
  percentOff: 50,
  amountOffCents: null,
  duration: 'once',
  durationMonths: null,
  firstAmountCents: 450,
};
export const summary = {
  subscriptionStatus: 'active',
  currentPeriodEndsAt: '2026-12-20T12:00:00.000Z',
  isCanceled: false,
  graceEndsAt: null,
  hasPortal: true,
  refundableUntil: '2026-12-20T12:00:00.000Z',
};
export const incomplete = {
  status: 'incomplete',
  customerId: 'cus_1',
  clientSecret: 'pi_1_secret_1',
  isNew: true,
  promotion: null,
  plan: 'free',
  planVersion: 0,
};
export const paid = { subscriptionStatus: 'active', plan: 'pro', planVersion: 1 };
export const refundFacts = {
  invoiceId: 'in_1',
  paymentIntentId: 'pi_1',
  customerId: 'cus_1',
  amountCents: 900,
  currency: 'usd',
  paidAt: '2026-11-20T12:00:00.000Z',
};

const asMember =
  (play: Play<Body>): Play<Body> =>
  (request) =>
    request.who ? play(request) : refusal('unauthorized');

const findPromotion: Play<Body> = ({ body }) =>
  body.promoCode === half.code ? ok(half) : refusal('promo_code_not_found', { field: 'promoCode' });

const plays: Record<string, Play<Body>> = {
  'POST /subscriptions': asMember((request) => {
    if (!request.body.promoCode) return ok(incomplete);
    const found = findPromotion(request);
    return found.status === 200 ? ok({ ...incomplete, promotion: half }) : found;
  }),
  'POST /promotions': findPromotion,
  'POST /confirm': asMember(() => ok(paid)),
  'POST /portal': asMember(() => ok({ url: 'https://billing.stripe.example/session/1' })),
  'GET /summary': asMember(() => ok(summary)),
  'POST /refund-requests': asMember(() => ok(refundFacts)),
  'POST /webhooks/stripe': () => ok({ received: true }),
};

/** Starts a fake billing service that returns valid responses to all requests. */
export const startBilling = () => startFakeService<Body>('billing', plays);

export type TestBilling = Awaited<ReturnType<typeof startBilling>>;

/** Returns environment variables that connect a gateway to the fake billing service. */
export const sellingBy = (billing: TestBilling) => ({
  BILLING_URL: billing.url,
  IDENTITY_SECRET: identitySecret,
});
