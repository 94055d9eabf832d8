import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endGraces } from '../src/maintenance/end-graces.ts';
import { tidyAll } from '../src/maintenance/tidy-all.ts';
import { findProPrice } from '../src/stripe/pro-price.ts';
import {
  becomePro,
  call,
  customerOf,
  deliverNew,
  factsOf,
  goodCard,
  intentOf,
  newcomer,
  paidCents,
  planOf,
  startBilling,
  statusOf,
  subscribe,
  subscriptionOf,
  type TestBilling,
} from './billing.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await startBilling({ BILLING_STRIPE_RETRIES: '0' });
});
afterEach(() => billing.fakeStripe.setFault(undefined));
afterAll(() => billing.close());

/**
 * Creates and pays another subscription for a customer. The metadata determines whether it is a second Pro subscription
 * or a subscription to another product.
 */
async function payAnother(customer: string, metadata: Record<string, string>): Promise<string> {
  const stripe = billing.deps.stripe();
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: await findProPrice(stripe) }],
    metadata,
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  });
  const invoice = made.latest_invoice;
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
  await billing.fakeStripe.pay(secret ?? '', goodCard);
  return made.id;
}

describe('a second subscription', () => {
  it('is refunded later if Stripe cannot refund it immediately', async () => {
    const who = await becomePro(billing);
    await payAnother(await customerOf(billing, who), { accountId: who.accountId, gossamer: 'pro' });
    billing.fakeStripe.setFault(({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? { status: 500 } : undefined,
    );
    await deliverNew(billing);
    billing.fakeStripe.setFault(undefined);
    expect(await paidCents(billing, who)).toBe(1_800);
    await tidyAll(billing.deps);
    await deliverNew(billing);
    expect(await paidCents(billing, who)).toBe(900);
    expect(await planOf(billing, who)).toBe('pro');
  });

  it('is left unchanged if it is for another product', async () => {
    const who = await becomePro(billing);
    const other = await payAnother(await customerOf(billing, who), {});
    await deliverNew(billing);
    expect((await billing.deps.stripe().subscriptions.retrieve(other)).status).toBe('active');
    expect(await paidCents(billing, who)).toBe(1_800);
    const payments = (await factsOf(billing, who)).filter(({ name }) => name === 'payment.succeeded');
    expect(payments).toHaveLength(1);
  });

  it('does not grant Pro if it is for another product', async () => {
    const who = newcomer();
    const { customerId } = await subscribe(billing, who);
    await payAnother(customerId, {});
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
  });
});

describe('a dispute', () => {
  it('suspends Pro even beyond the billing period, and ends Pro if it is lost', async () => {
    const who = await becomePro(billing);
    const dispute = billing.fakeStripe.dispute(await intentOf(billing, who));
    await deliverNew(billing);
    await billing.fakeStripe.advance({ months: 1 });
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
    billing.fakeStripe.closeDispute(dispute.id, 'lost');
    await deliverNew(billing);
    expect(await statusOf(billing, who)).toBe('canceled');
    await billing.fakeStripe.advance({ months: 1 });
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
    // The total includes the disputed payment, because the fake Stripe does not deduct disputes from its charges.
    expect(await paidCents(billing, who)).toBe(1_800);
  });

  it('over the current month’s payment causes new subscriptions to be rejected as payment_due', async () => {
    const who = await becomePro(billing);
    billing.fakeStripe.dispute(await intentOf(billing, who));
    await deliverNew(billing);
    expect(await call(billing, who, 'POST', '/subscriptions', {})).toMatchObject({
      status: 402,
      body: { code: 'payment_due' },
    });
  });
});

describe('a card that fails for months', () => {
  it('leads to one grace period, not one per month', async () => {
    const who = await becomePro(billing);
    const id = await subscriptionOf(billing, who);
    const pastDue = async (days: number) => {
      await billing.servers.sql(
        `update subscriptions set status = 'past_due', past_due_since = coalesce(past_due_since, now()) - $2::interval
          where id = $1`,
        [id, `${days} days`],
      );
      await endGraces(billing.deps);
    };
    await pastDue(13);
    expect(await planOf(billing, who)).toBe('pro');
    await pastDue(2);
    expect(await planOf(billing, who)).toBe('free');
  });

  it('does not change the date of the first failed payment in later billing periods', async () => {
    const who = await becomePro(billing);
    billing.fakeStripe.changeCard(await customerOf(billing, who), '4000000000000341');
    await billing.fakeStripe.advance({ months: 1, days: 1 });
    await deliverNew(billing);
    const since = async () => {
      const [row] = await billing.servers.sql(
        'select past_due_since as at from subscriptions where account_id = $1',
        [who.accountId],
      );
      return row?.at;
    };
    const first = await since();
    expect(first).toBeInstanceOf(Date);
    await billing.fakeStripe.advance({ days: 5 });
    await deliverNew(billing);
    expect(await since()).toEqual(first);
    billing.fakeStripe.changeCard(await customerOf(billing, who), goodCard);
    await billing.fakeStripe.advance({ days: 15 });
    await deliverNew(billing);
    expect(await statusOf(billing, who)).toBe('active');
    expect(await since()).toBeNull();
  });
});

describe('a Stripe customer', () => {
  it('is created only once, even if the name changes between two simultaneous requests', async () => {
    const who = newcomer();
    const setups = await Promise.all([
      subscribe(billing, who).catch(() => undefined),
      subscribe(billing, { ...who, firstName: 'Grace' }).catch(() => undefined),
    ]);
    const setup = setups.find((one) => one !== undefined) ?? (await subscribe(billing, who));
    expect(setup.customerId).toBe(await customerOf(billing, who));
    await billing.fakeStripe.pay(setup.clientSecret ?? '', goodCard);
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('pro');
    expect(await paidCents(billing, who)).toBe(900);
    expect(await intentOf(billing, who)).toMatch(/^pi_/);
  });

  it('is created again, without Pro, if it was deleted in Stripe', async () => {
    const who = await becomePro(billing);
    const old = await customerOf(billing, who);
    await billing.deps.stripe().customers.del(old);
    await call(billing, who, 'POST', '/portal');
    expect(await planOf(billing, who)).toBe('free');
    const { clientSecret = '', customerId } = await subscribe(billing, who);
    expect(customerId).not.toBe(old);
    await billing.fakeStripe.pay(clientSecret, goodCard);
    expect((await call(billing, who, 'POST', '/confirm')).body).toMatchObject({ plan: 'pro' });
  });

  it('is replaced by a new one if it belongs to a previously configured Stripe account', async () => {
    const who = newcomer();
    await billing.servers.sql(
      `insert into accounts (account_id, email, stripe_customer_id) values ($1, $2, 'cus_elsewhere')`,
      [who.accountId, who.email],
    );
    expect(await subscribe(billing, who)).toMatchObject({ status: 'incomplete', plan: 'free' });
    expect(await customerOf(billing, who)).not.toBe('cus_elsewhere');
  });
});
