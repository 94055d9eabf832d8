import { describe, expect, it } from 'vitest';
import { buy, cards, invoiceOf, openShop, order, promotionCodeId, typesOf } from './fake-stripe.ts';

describe('a purchase', () => {
  it('is incomplete until it is paid, and emits events in order', async () => {
    const shop = await openShop();
    const { stripe, fakeStripe } = shop;
    const { subscription, clientSecret } = await order(shop);

    expect(subscription.status).toBe('incomplete');
    expect(invoiceOf(subscription)).toMatchObject({ status: 'open', amount_due: 900, amount_remaining: 900 });
    expect(clientSecret).toMatch(/^pi_\w{24}_secret_\w{25}$/);
    const before = fakeStripe.events().length;
    expect(typesOf(fakeStripe.events()).slice(-4)).toEqual([
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
    ]);

    expect(await fakeStripe.pay(clientSecret!, cards.good)).toBe('succeeded');

    expect(typesOf(fakeStripe.events().slice(before))).toEqual([
      'payment_method.attached',
      'payment_intent.succeeded',
      'charge.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ]);
    const paid = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice.payments', 'default_payment_method', 'customer'],
    });
    expect(paid.status).toBe('active');
    expect(paid.default_payment_method).toMatchObject({ card: { last4: '4242' } });
    expect(paid.customer).toMatchObject({ email: 'ada@example.com' });
    const [item] = paid.items.data;
    expect(item!.current_period_end - item!.current_period_start).toBeGreaterThanOrEqual(28 * 86_400);
    expect(invoiceOf(paid)).toMatchObject({
      status: 'paid',
      amount_paid: 900,
      payments: { data: [{ status: 'paid', payment: { type: 'payment_intent' } }] },
    });
  });

  it.each([
    [cards.declined, 'card_declined', 'generic_decline'],
    [cards.noFunds, 'card_declined', 'insufficient_funds'],
    [cards.expired, 'expired_card', 'expired_card'],
  ])('can be retried after card %s was declined', async (card, code, declineCode) => {
    const shop = await openShop();
    const { stripe, fakeStripe } = shop;
    const { subscription, clientSecret } = await order(shop);
    const before = fakeStripe.events().length;

    expect(await fakeStripe.pay(clientSecret!, card)).toBe('failed');

    expect(typesOf(fakeStripe.events().slice(before))).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
    ]);
    const intent = await stripe.paymentIntents.retrieve(clientSecret!.split('_secret_')[0]!);
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code, decline_code: declineCode },
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete');
    expect(await fakeStripe.pay(clientSecret!, cards.good)).toBe('succeeded');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    await expect(fakeStripe.pay(clientSecret!, cards.good)).rejects.toThrow(/status of succeeded/);
  });

  it('has the same card fingerprint as other purchases with the same card number', async () => {
    const shop = await openShop();
    const fingerprints = async (card: string) => {
      const { customer } = await buy(shop, card);
      const charge = (await shop.stripe.charges.list({ customer: customer.id })).data[0]!;
      const method = await shop.stripe.paymentMethods.retrieve(charge.payment_method!);
      return [method.card?.fingerprint, charge.payment_method_details?.card?.fingerprint];
    };
    const [one = '', ...more] = [...(await fingerprints(cards.good)), ...(await fingerprints(cards.good))];
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(more).toEqual([one, one, one]);
    expect(await fingerprints(cards.failsLater)).not.toContain(one);
  });

  it('requires authentication if the test card requires it', async () => {
    const shop = await openShop();
    const { stripe, fakeStripe } = shop;
    const { subscription, clientSecret } = await order(shop);

    expect(await fakeStripe.pay(clientSecret!, cards.authentication)).toBe('requires_action');
    expect(typesOf(fakeStripe.events())).toContain('invoice.payment_action_required');
    expect(await fakeStripe.authenticate(clientSecret!, 'fail')).toBe('failed');
    const intent = await stripe.paymentIntents.retrieve(clientSecret!.split('_secret_')[0]!);
    expect(intent.last_payment_error?.code).toBe('payment_intent_authentication_failure');

    expect(await fakeStripe.pay(clientSecret!, cards.authentication)).toBe('requires_action');
    expect(await fakeStripe.authenticate(clientSecret!, 'complete')).toBe('succeeded');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it('expires if it is not paid within 23 hours', async () => {
    const shop = await openShop();
    const { stripe, fakeStripe } = shop;
    const { subscription, clientSecret } = await order(shop);
    await fakeStripe.advance({ days: 1 });

    const expired = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(expired.status).toBe('incomplete_expired');
    expect(expired.ended_at).toBe(subscription.created + 23 * 3_600);
    expect(invoiceOf(expired).status).toBe('void');
    await expect(fakeStripe.pay(clientSecret!, cards.good)).rejects.toThrow(/status of canceled/);
    const { data } = await stripe.events.list({ type: 'customer.subscription.updated' });
    expect(data[0]?.data.previous_attributes).toMatchObject({ status: 'incomplete' });
  });

  it('ends if it is canceled before payment', async () => {
    const shop = await openShop();
    const { subscription, clientSecret } = await order(shop);
    expect((await shop.stripe.subscriptions.cancel(subscription.id)).status).toBe('incomplete_expired');
    await expect(shop.fakeStripe.pay(clientSecret!, cards.good)).rejects.toThrow(/status of canceled/);
    await expect(shop.stripe.subscriptions.cancel(subscription.id)).rejects.toThrow(/No such subscription/);
  });
});

describe('a promotion code', () => {
  it('reduces the first payment', async () => {
    const shop = await openShop();
    const { subscription } = await order(shop, 'launch50');
    expect(invoiceOf(subscription)).toMatchObject({
      subtotal: 900,
      total: 450,
      amount_due: 450,
      total_discount_amounts: [{ amount: 450 }],
    });
  });

  it('makes the subscription active without a payment if it deducts 100%', async () => {
    const shop = await openShop();
    const { subscription, clientSecret } = await order(shop, 'FRIEND100');
    expect(clientSecret).toBeUndefined();
    expect(subscription.status).toBe('active');
    expect(invoiceOf(subscription)).toMatchObject({ status: 'paid', amount_due: 0, amount_paid: 0 });
    expect(typesOf(shop.fakeStripe.events()).slice(-6)).toEqual([
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.discount.deleted',
    ]);
  });

  it('is matched regardless of case, and includes its coupon on request', async () => {
    const { stripe } = await openShop();
    const plain = await stripe.promotionCodes.list({ code: 'three20' });
    expect(typeof plain.data[0]!.promotion.coupon).toBe('string');
    const { data } = await stripe.promotionCodes.list({
      code: 'three20',
      active: true,
      expand: ['data.promotion.coupon'],
    });
    expect(data[0]).toMatchObject({
      code: 'THREE20',
      promotion: {
        type: 'coupon',
        coupon: { percent_off: 20, duration: 'repeating', duration_in_months: 3 },
      },
    });
  });

  it('is rejected once it has expired or reached its limit', async () => {
    const shop = await openShop();
    const { stripe, fakeStripe } = shop;
    const [expired] = (await stripe.promotionCodes.list({ code: 'EXPIRED10' })).data;
    expect(expired?.active).toBe(false);
    expect((await stripe.promotionCodes.list({ code: 'EXPIRED10', active: true })).data).toEqual([]);

    fakeStripe.addPromotionCode({
      code: 'ONLY1',
      amountOffCents: 300,
      duration: 'forever',
      maxRedemptions: 1,
    });
    const id = await promotionCodeId(stripe, 'ONLY1');
    const { subscription, customer } = await buy(shop, cards.good, 'ONLY1');
    expect(invoiceOf(subscription).total).toBe(600);
    await expect(
      stripe.invoices.createPreview({
        customer: customer.id,
        subscription_details: { items: [{ price: shop.price.id }] },
        discounts: [{ promotion_code: id }],
      }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'discounts[0][promotion_code]' });
  });

  it('does not count as used after a preview', async () => {
    const { stripe, price } = await openShop();
    const id = await promotionCodeId(stripe, 'LAUNCH50');
    const preview = await stripe.invoices.createPreview({
      subscription_details: { items: [{ price: price.id }] },
      discounts: [{ promotion_code: id }],
    });
    expect(preview).toMatchObject({ subtotal: 900, total: 450, status: 'draft' });
    expect((await stripe.promotionCodes.list({ code: 'LAUNCH50' })).data[0]?.times_redeemed).toBe(0);
  });
});
