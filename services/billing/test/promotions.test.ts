import { describe, expect, it } from 'vitest';
import {
  call,
  deliverNew,
  goodCard,
  newcomer,
  paidCents,
  planOf,
  subscribe,
  subscriptionOf,
  useBilling,
} from './billing.ts';

const billing = useBilling();

const ask = (promoCode: unknown) => call(billing, undefined, 'POST', '/promotions', { promoCode });

describe('a promotion code', () => {
  it('can be looked up, even by visitors and regardless of case and spaces', async () => {
    const half = { percentOff: 50, amountOffCents: null, duration: 'once', firstAmountCents: 450 };
    expect(await ask('LAUNCH50')).toMatchObject({ status: 200, body: half });
    expect(await ask(' launch50 ')).toMatchObject({ status: 200, body: half });
    expect(await ask('THREE20')).toMatchObject({
      body: { percentOff: 20, duration: 'repeating', durationMonths: 3, firstAmountCents: 720 },
    });
    billing.fakeStripe.addPromotionCode({ code: 'FOUROFF', amountOffCents: 400, duration: 'forever' });
    expect(await ask('FOUROFF')).toMatchObject({
      body: { percentOff: null, amountOffCents: 400, duration: 'forever', firstAmountCents: 500 },
    });
  });

  it.each([
    ['NOSUCHCODE', 422, 'promo_code_not_found'],
    ['EXPIRED10', 422, 'promo_code_expired'],
    ['', 400, 'invalid_promo_code'],
    ['two words', 400, 'invalid_promo_code'],
    ['x'.repeat(65), 400, 'invalid_promo_code'],
    [7, 400, 'invalid_promo_code'],
  ])('is rejected with an error that states the reason: %j', async (code, status, reason) => {
    expect(await ask(code)).toMatchObject({ status, body: { code: reason, field: 'promoCode' } });
  });

  it('is rejected once it has reached its maximum number of uses', async () => {
    billing.fakeStripe.addPromotionCode({
      code: 'ONEUSE',
      percentOff: 10,
      duration: 'once',
      maxRedemptions: 1,
    });
    const who = newcomer();
    const { clientSecret = '' } = await subscribe(billing, who, 'ONEUSE');
    await billing.fakeStripe.pay(clientSecret, goodCard);
    expect(await ask('ONEUSE')).toMatchObject({ status: 422, body: { code: 'promo_code_expired' } });
  });

  it('creates no subscription if it is invalid', async () => {
    const who = newcomer();
    const answer = await call(billing, who, 'POST', '/subscriptions', { promoCode: 'NOSUCHCODE' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'promo_code_not_found', field: 'promoCode' } });
    const { customerId } = await subscribe(billing, who);
    const { data } = await billing.deps.stripe().subscriptions.list({ customer: customerId, status: 'all' });
    expect(data).toHaveLength(1);
  });

  it('reduces the charge', async () => {
    const who = newcomer();
    const { clientSecret = '', promotion } = await subscribe(billing, who, 'LAUNCH50');
    expect(promotion).toMatchObject({ code: 'LAUNCH50', firstAmountCents: 450 });
    await billing.fakeStripe.pay(clientSecret, goodCard);
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('pro');
    expect(await paidCents(billing, who)).toBe(450);
  });

  it('replaces a pending payment, so that the amount without the code can no longer be paid', async () => {
    const who = newcomer();
    const full = await subscribe(billing, who);
    const less = await subscribe(billing, who, 'LAUNCH50');
    expect(less.clientSecret).not.toBe(full.clientSecret);
    expect(await billing.fakeStripe.pay(full.clientSecret ?? '', goodCard).catch(() => 'failed')).toBe(
      'failed',
    );
    await billing.fakeStripe.pay(less.clientSecret ?? '', goodCard);
    await deliverNew(billing);
    expect(await paidCents(billing, who)).toBe(450);
    expect(await planOf(billing, who)).toBe('pro');
  });

  it('does not change a subscription that has already been paid', async () => {
    const who = newcomer();
    const full = await subscribe(billing, who);
    await billing.fakeStripe.pay(full.clientSecret ?? '', goodCard);
    expect(await subscribe(billing, who, 'LAUNCH50')).toMatchObject({
      status: 'active',
      isNew: false,
      plan: 'pro',
    });
    expect(await paidCents(billing, who)).toBe(900);
  });

  it('grants Pro immediately if it covers the full amount', async () => {
    const who = newcomer();
    const setup = await subscribe(billing, who, 'FRIEND100');
    expect(setup).toMatchObject({ status: 'active', isNew: true, plan: 'pro', planVersion: 1 });
    expect(setup.clientSecret).toBeUndefined();
    expect(await paidCents(billing, who)).toBe(0);
  });

  it('is applied again when the next month is charged', async () => {
    const who = newcomer();
    const { clientSecret = '' } = await subscribe(billing, who, 'LAUNCH50');
    await billing.fakeStripe.pay(clientSecret, goodCard);
    await billing.fakeStripe.advance({ months: 1 });
    await deliverNew(billing);
    expect(await paidCents(billing, who)).toBe(450 + 900);
    expect(await subscriptionOf(billing, who)).toMatch(/^sub_/);
  });
});

describe('a single-use code', () => {
  const once = (code: string) =>
    billing.fakeStripe.addPromotionCode({ code, percentOff: 10, duration: 'once', maxRedemptions: 1 });

  it('stays reserved for the account that first applied it, even after a reload', async () => {
    once('MINE10');
    const who = newcomer();
    const first = await subscribe(billing, who, 'MINE10');
    expect(await subscribe(billing, who, 'mine10')).toMatchObject({ clientSecret: first.clientSecret });
    expect(await subscribe(billing, who)).toMatchObject({
      clientSecret: first.clientSecret,
      promotion: { code: 'MINE10', firstAmountCents: 810 },
    });
    const without = await subscribe(billing, who, '');
    expect(without.promotion).toBeNull();
    expect(without.clientSecret).not.toBe(first.clientSecret);
  });

  it('is dropped from a pending payment if it no longer exists, so that the member can still pay', async () => {
    once('GONE10');
    const who = newcomer();
    const { clientSecret } = await subscribe(billing, who, 'GONE10');
    const metadata = { promoCode: 'NOSUCHCODE' };
    await billing.deps.stripe().subscriptions.update(await subscriptionOf(billing, who), { metadata });
    const setup = await subscribe(billing, who);
    expect(setup).toMatchObject({ status: 'incomplete', promotion: null });
    expect(setup.clientSecret).not.toBe(clientSecret);
    expect(await call(billing, who, 'POST', '/subscriptions', metadata)).toMatchObject({ status: 422 });
  });

  it('can be used by only one of two concurrent callers, and the other gets an error', async () => {
    once('LAST10');
    const answers = await Promise.all(
      [newcomer(), newcomer()].map((who) =>
        call(billing, who, 'POST', '/subscriptions', { promoCode: 'LAST10' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ field: 'promoCode' });
  });
});

it('a retried request for a free month reports the subscription as new if the first response was lost', async () => {
  const who = newcomer();
  await subscribe(billing, who, 'FRIEND100');
  expect(await subscribe(billing, who, 'FRIEND100')).toMatchObject({
    status: 'active',
    isNew: true,
    plan: 'pro',
  });
});

describe('a promotion code for the full amount', () => {
  const end = async (who: ReturnType<typeof newcomer>) => {
    await billing.deps.stripe().subscriptions.cancel(await subscriptionOf(billing, who));
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
  };
  const refusal = { status: 422, body: { code: 'promo_code_already_used', field: 'promoCode' } };

  it('gives an account only one free month, even after it cancels and subscribes again', async () => {
    const who = newcomer();
    expect(await subscribe(billing, who, 'FRIEND100')).toMatchObject({ status: 'active', plan: 'pro' });
    await deliverNew(billing);
    await end(who);
    for (const promoCode of ['FRIEND100', 'friend100']) {
      expect(await call(billing, who, 'POST', '/subscriptions', { promoCode })).toMatchObject(refusal);
      expect(await call(billing, who, 'POST', '/promotions', { promoCode })).toMatchObject(refusal);
    }
    expect(await planOf(billing, who)).toBe('free');
    // The account can still subscribe with another promotion code.
    expect(await subscribe(billing, who, 'LAUNCH50')).toMatchObject({ status: 'incomplete' });
    expect(await call(billing, newcomer(), 'POST', '/promotions', { promoCode: 'FRIEND100' })).toMatchObject({
      status: 200,
    });
  });

  it('is limited to one use per account, unlike a partial discount, which can be used again', async () => {
    const who = newcomer();
    const { clientSecret = '' } = await subscribe(billing, who, 'LAUNCH50');
    await billing.fakeStripe.pay(clientSecret, goodCard);
    await deliverNew(billing);
    await end(who);
    expect(await subscribe(billing, who, 'LAUNCH50')).toMatchObject({ promotion: { code: 'LAUNCH50' } });
  });
});
