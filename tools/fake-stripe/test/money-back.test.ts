import { describe, expect, it } from 'vitest';
import { buy, openShop, order, typesOf } from './fake-stripe.ts';

const intentOf = (clientSecret: string | undefined) => clientSecret!.split('_secret_')[0]!;

describe('a refund', () => {
  it('can return part of a payment and then the rest, but never more than was paid', async () => {
    const shop = await openShop();
    const { stripe, fakeStripe } = shop;
    const { clientSecret } = await buy(shop);
    const payment_intent = intentOf(clientSecret);
    const before = fakeStripe.events().length;

    const part = await stripe.refunds.create({
      payment_intent,
      amount: 200,
      reason: 'requested_by_customer',
    });
    expect(part).toMatchObject({ amount: 200, status: 'succeeded', reason: 'requested_by_customer' });
    expect(typesOf(fakeStripe.events().slice(before))).toEqual(['charge.refunded', 'refund.created']);
    await expect(stripe.refunds.create({ payment_intent, amount: 701 })).rejects.toThrow(/greater than/);

    expect(fakeStripe.refund(payment_intent)).toMatchObject({ amount: 700 });
    const { data } = await stripe.charges.list({ payment_intent, expand: ['data.refunds'] });
    expect(data[0]).toMatchObject({ refunded: true, amount_refunded: 900 });
    expect(data[0]!.refunds?.data.map(({ amount }) => amount)).toEqual([700, 200]);
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await stripe.refunds.list({ payment_intent })).data).toHaveLength(2);
    expect((await stripe.refunds.retrieve(part.id)).amount).toBe(200);
  });

  it('is rejected if the payment has not succeeded', async () => {
    const shop = await openShop();
    const { clientSecret } = await order(shop);
    await expect(
      shop.stripe.refunds.create({ payment_intent: intentOf(clientSecret) }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'payment_intent' });
  });
});

describe('a dispute', () => {
  it.each(['won', 'lost'] as const)('can be opened, and can then be %s', async (status) => {
    const shop = await openShop();
    const { stripe, fakeStripe } = shop;
    const { clientSecret } = await buy(shop);
    const payment_intent = intentOf(clientSecret);
    const before = fakeStripe.events().length;

    const dispute = fakeStripe.dispute(payment_intent);
    expect(dispute).toMatchObject({ amount: 900, status: 'needs_response', payment_intent });
    expect(typesOf(fakeStripe.events().slice(before))).toContain('charge.dispute.created');
    expect(await stripe.charges.retrieve(String(dispute.charge))).toMatchObject({ disputed: true });
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: 'charge_disputed',
    });

    fakeStripe.closeDispute(dispute.id, status);
    expect(typesOf(fakeStripe.events())).toContain('charge.dispute.closed');
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe(status);
    expect((await stripe.disputes.list({ payment_intent })).data).toHaveLength(1);
    expect(() => fakeStripe.closeDispute(dispute.id, 'won')).toThrow(/already closed/);
  });
});
