import { identityHeader, signIdentity } from '@gossamer/service-kit/identity';
import { describe, expect, it } from 'vitest';
import {
  becomePro,
  call,
  deliverNew,
  factsOf,
  goodCard,
  identitySecret,
  newcomer,
  paidCents,
  planOf,
  subscribe,
  subscriptionOf,
  useBilling,
} from './billing.ts';

const billing = useBilling();

/**
 * Returns the POST requests that the fake Stripe has received for a path. `from` is the index of the first request
 * to include.
 */
function madeSince(from: number, path: string) {
  return billing.fakeStripe.calls.slice(from).filter((made) => made.method === 'POST' && made.path === path);
}

describe('a first purchase', () => {
  // Spec: 3.51, 3.52, 3.53, 7.36, 9.6
  it('returns a pending payment, and grants Pro once it is paid and confirmed', async () => {
    const who = newcomer();
    const setup = await subscribe(billing, who);
    expect(setup).toMatchObject({
      status: 'incomplete',
      isNew: true,
      promotion: null,
      plan: 'free',
      planVersion: 0,
    });
    expect(setup.clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
    expect(setup.customerId).toMatch(/^cus_/);
    expect(await planOf(billing, who)).toBe('free');

    expect(await billing.fakeStripe.pay(setup.clientSecret ?? '', goodCard)).toBe('succeeded');
    const confirmed = await call(billing, who, 'POST', '/confirm');
    expect(confirmed).toMatchObject({
      status: 200,
      body: { subscriptionStatus: 'active', plan: 'pro', planVersion: 1 },
    });
    // Stripe events that arrive late must not change the subscription.
    await deliverNew(billing);
    expect(await factsOf(billing, who)).toEqual([
      {
        name: 'payment.succeeded',
        version: 1,
        payload: expect.objectContaining({ amountCents: 900, currency: 'usd' }),
      },
      { name: 'plan.changed', version: 1, payload: { accountId: who.accountId, plan: 'pro' } },
    ]);
    expect(await paidCents(billing, who)).toBe(900);
  });

  it('charges nothing if the card is declined, and can be completed with another card', async () => {
    const who = newcomer();
    const { clientSecret = '' } = await subscribe(billing, who);
    expect(await billing.fakeStripe.pay(clientSecret, '4000000000000002')).toBe('failed');
    expect((await call(billing, who, 'POST', '/confirm')).body).toMatchObject({ plan: 'free' });
    expect((await subscribe(billing, who)).clientSecret).toBe(clientSecret);
    expect(await billing.fakeStripe.pay(clientSecret, goodCard)).toBe('succeeded');
    expect((await call(billing, who, 'POST', '/confirm')).body).toMatchObject({ plan: 'pro' });
  });

  it('is pending until the cardholder authenticates it', async () => {
    const who = newcomer();
    const { clientSecret = '' } = await subscribe(billing, who);
    expect(await billing.fakeStripe.pay(clientSecret, '4000002500003155')).toBe('requires_action');
    expect((await call(billing, who, 'POST', '/confirm')).body).toMatchObject({ plan: 'free' });
    await billing.fakeStripe.authenticate(clientSecret, 'complete');
    expect((await call(billing, who, 'POST', '/confirm')).body).toMatchObject({ plan: 'pro' });
  });
});

describe('an account', () => {
  it('has only one subscription, even after repeated and simultaneous requests', async () => {
    const who = newcomer();
    const from = billing.fakeStripe.calls.length;
    const setups = await Promise.all(Array.from({ length: 6 }, () => subscribe(billing, who)));
    setups.push(await subscribe(billing, who));
    expect(new Set(setups.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect(new Set(setups.map(({ customerId }) => customerId)).size).toBe(1);
    const keys = madeSince(from, '/v1/subscriptions').map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(1);
    const { data } = await billing.deps
      .stripe()
      .subscriptions.list({ customer: setups[0]?.customerId ?? '' });
    expect(data).toHaveLength(1);
  });

  // Spec: 7.37
  it('is not charged again if it already has Pro', async () => {
    const who = await becomePro(billing);
    const setup = await subscribe(billing, who);
    expect(setup).toMatchObject({ status: 'active', isNew: false, plan: 'pro', planVersion: 1 });
    expect(setup.clientSecret).toBeUndefined();
  });

  it('gets a new subscription after the old one has ended', async () => {
    const who = await becomePro(billing);
    billing.fakeStripe.cancel(await subscriptionOf(billing, who), { atPeriodEnd: false });
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
    const { clientSecret = '', isNew } = await subscribe(billing, who);
    expect(isNew).toBe(true);
    await billing.fakeStripe.pay(clientSecret, goodCard);
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('pro');
    const versions = (await factsOf(billing, who)).filter(({ name }) => name === 'plan.changed');
    expect(versions.map(({ version, payload }) => [version, payload.plan])).toEqual([
      [1, 'pro'],
      [2, 'free'],
      [3, 'pro'],
    ]);
  });

  it('keeps the older of two paid subscriptions and gets a refund for the newer one', async () => {
    const who = newcomer();
    const first = await subscribe(billing, who);
    const price = (await billing.deps.stripe().prices.list({ limit: 1 })).data[0]?.id ?? '';
    const second = await billing.deps.stripe().subscriptions.create({
      customer: first.customerId,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
      metadata: { accountId: who.accountId, gossamer: 'pro' },
      expand: ['latest_invoice.confirmation_secret'],
    });
    const invoice = second.latest_invoice;
    const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
    await billing.fakeStripe.pay(first.clientSecret ?? '', goodCard);
    await billing.fakeStripe.pay(secret ?? '', goodCard);
    await deliverNew(billing);
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('pro');
    expect(await paidCents(billing, who)).toBe(900);
    const { data } = await billing.deps.stripe().subscriptions.list({ customer: first.customerId });
    expect(data.map(({ status }) => status)).toEqual(['active']);
  });
});

describe('the identity of the caller', () => {
  it.each(['/subscriptions', '/confirm', '/portal', '/refund-requests'])(
    'is required for POST %s',
    async (path) => {
      expect(await call(billing, undefined, 'POST', path, {})).toMatchObject({
        status: 401,
        body: { code: 'unauthorized' },
      });
    },
  );

  it('is accepted only from the gateway', async () => {
    const who = await becomePro(billing);
    const forged = [
      signIdentity(who, 'billing', `${identitySecret}!`),
      signIdentity(who, 'affiliate', identitySecret),
      JSON.stringify(who),
    ];
    for (const token of forged) {
      const response = await fetch(`${billing.url}/summary`, { headers: { [identityHeader]: token } });
      expect(response.status).toBe(401);
    }
  });
});
