import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { addMonths } from '../src/clock.ts';
import { buy, cards, invoiceOf, openShop, order, promotionCodeId, typesOf } from './fake-stripe.ts';

const seconds = (iso: string) => Date.parse(iso) / 1_000;

/** Returns the total amounts of a subscription's invoices, oldest first. */
async function totals(stripe: Stripe, subscription: string): Promise<number[]> {
  const { data } = await stripe.invoices.list({ subscription });
  return data.reverse().map(({ total }) => total);
}

describe('renewals', () => {
  it('occur every month, and apply a coupon until it expires', async () => {
    const shop = await openShop();
    const { subscription } = await buy(shop, cards.good, 'THREE20');
    await shop.fakeStripe.advance({ months: 2 });
    expect((await shop.stripe.invoices.createPreview({ subscription: subscription.id })).total).toBe(900);
    await shop.fakeStripe.advance({ months: 2 });
    expect(await totals(shop.stripe, subscription.id)).toEqual([720, 720, 720, 900, 900]);
    const now = await shop.stripe.subscriptions.retrieve(subscription.id);
    expect(now.status).toBe('active');
    expect(now.discounts).toEqual([]);
    const [item] = now.items.data;
    expect(item?.current_period_start).toBe(addMonths(subscription.billing_cycle_anchor, 4));
    expect(item?.current_period_end).toBe(addMonths(subscription.billing_cycle_anchor, 5));
  });

  it('apply a one-time discount only once and a permanent discount every time', async () => {
    const shop = await openShop();
    const once = await buy(shop, cards.good, 'LAUNCH50');
    shop.fakeStripe.addPromotionCode({ code: 'ALWAYS', amountOffCents: 100, duration: 'forever' });
    const always = await buy(shop, cards.good, 'ALWAYS');
    await shop.fakeStripe.advance({ months: 2 });
    expect(await totals(shop.stripe, once.subscription.id)).toEqual([450, 900, 900]);
    expect(await totals(shop.stripe, always.subscription.id)).toEqual([800, 800, 800]);
  });

  it('occur in order on their due dates, even if the clock is advanced by several months', async () => {
    const shop = await openShop();
    const first = await buy(shop);
    await shop.fakeStripe.advance({ days: 10 });
    const second = await buy(shop);
    await shop.fakeStripe.advance({ months: 3 });
    const { data } = await shop.stripe.invoices.list({ limit: 100 });
    const times = data.reverse().map(({ created }) => created);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const ofFirst = data.filter(({ customer }) => customer === first.customer.id);
    expect(ofFirst.map(({ created }) => created).slice(1)).toEqual(
      [1, 2, 3].map((months) => addMonths(first.subscription.billing_cycle_anchor, months)),
    );
    expect(data.filter(({ customer }) => customer === second.customer.id)).toHaveLength(4);
  });

  it('are retried after 3, 5 and 7 days if they fail, before the subscription ends', async () => {
    const shop = await openShop();
    const { stripe, fakeStripe } = shop;
    const { subscription } = await buy(shop, cards.failsLater);
    await fakeStripe.advance({ months: 1 });
    const late = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(late.status).toBe('past_due');
    const { created, next_payment_attempt: nextAttempt } = invoiceOf(late);
    expect(nextAttempt).toBe(created + 3 * 86_400);

    await fakeStripe.advance({ days: 14 });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
    await fakeStripe.advance({ days: 1 });
    const ended = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(ended).toMatchObject({
      status: 'canceled',
      ended_at: created + 15 * 86_400,
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(invoiceOf(ended)).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });
    const failures = fakeStripe.events().filter(({ type }) => type === 'invoice.payment_failed');
    expect(failures.map(({ created: at }) => (at - created) / 86_400)).toEqual([0, 3, 8, 15]);
    expect(fakeStripe.events().at(-1)?.type).toBe('customer.subscription.deleted');
  });

  it('succeed with another card at the next attempt after a failure', async () => {
    const shop = await openShop();
    const { subscription, customer } = await buy(shop, cards.failsLater);
    await shop.fakeStripe.advance({ months: 1, days: 1 });
    shop.fakeStripe.changeCard(customer.id, cards.good);
    expect(() => shop.fakeStripe.changeCard(customer.id, cards.declined)).toThrow(/declined/);
    await shop.fakeStripe.advance({ days: 3 });
    const now = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(now.status).toBe('active');
    expect(invoiceOf(now)).toMatchObject({ status: 'paid', attempt_count: 2 });
  });

  it('are not retried after a failure once the subscription is canceled', async () => {
    const shop = await openShop();
    const { subscription } = await buy(shop, cards.failsLater);
    await shop.fakeStripe.advance({ months: 1 });
    await shop.stripe.subscriptions.cancel(subscription.id);
    const before = shop.fakeStripe.events().length;
    await shop.fakeStripe.advance({ months: 2 });
    expect(typesOf(shop.fakeStripe.events().slice(before))).toEqual([]);
  });

  it('fail if the customer has no card after a free month', async () => {
    const shop = await openShop();
    const { subscription } = await order(shop, 'FRIEND100');
    await shop.fakeStripe.advance({ months: 1 });
    expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
  });

  it('are not charged after a scheduled cancellation', async () => {
    const shop = await openShop();
    const { stripe, fakeStripe } = shop;
    const { subscription } = await buy(shop);
    const canceled = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    const end = canceled.items.data[0]!.current_period_end;
    expect(canceled).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end });

    const resumed = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });

    fakeStripe.cancel(subscription.id, { atPeriodEnd: true });
    await fakeStripe.advance({ months: 2 });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: end,
    });
    expect(await totals(stripe, subscription.id)).toEqual([900]);
    expect(typesOf(fakeStripe.events()).at(-1)).toBe('customer.subscription.deleted');
    const listed = await stripe.subscriptions.list({ customer: String(subscription.customer) });
    expect(listed.data).toEqual([]);
    const all = await stripe.subscriptions.list({ customer: String(subscription.customer), status: 'all' });
    expect(all.data).toHaveLength(1);
  });

  it('apply a promotion code that was added after the first payment', async () => {
    const shop = await openShop();
    const { subscription } = await buy(shop);
    await shop.stripe.subscriptions.update(subscription.id, {
      discounts: [{ promotion_code: await promotionCodeId(shop.stripe, 'LAUNCH50') }],
    });
    const preview = await shop.stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview.total).toBe(450);
    await shop.fakeStripe.advance({ months: 2 });
    expect(await totals(shop.stripe, subscription.id)).toEqual([900, 450, 900]);
  });
});

describe('addMonths', () => {
  it('keeps the day of the month, or uses the last day of a shorter month', () => {
    const anchor = seconds('2027-01-31T10:00:00Z');
    expect(addMonths(anchor, 1)).toBe(seconds('2027-02-28T10:00:00Z'));
    expect(addMonths(anchor, 2)).toBe(seconds('2027-03-31T10:00:00Z'));
    expect(addMonths(anchor, 13)).toBe(seconds('2028-02-29T10:00:00Z'));
  });
});
