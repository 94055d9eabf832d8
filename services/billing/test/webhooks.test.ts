import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProPrice } from '../src/stripe/pro-price.ts';
import {
  deliver,
  factsOf,
  goodCard,
  newcomer,
  newEvents,
  planOf,
  startBilling,
  subscribe,
  subscriptionOf,
  type TestBilling,
  webhookSecret,
} from './billing.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await startBilling({ STRIPE_WEBHOOK_SECRET: `${webhookSecret},whsec_thenextone` });
});
afterAll(() => billing.close());

const event = (id: string) => ({
  id,
  object: 'event',
  type: 'customer.subscription.updated',
  created: 1,
  data: { object: { id: 'sub_none' } },
});

describe('a webhook delivery from Stripe', () => {
  it('is accepted if it is signed with either secret', async () => {
    expect((await deliver(billing, event('evt_1'))).status).toBe(200);
    expect((await deliver(billing, event('evt_2'), { secret: 'whsec_thenextone' })).status).toBe(200);
  });

  it.each([
    ['signed with another secret', { secret: 'whsec_wrong' }],
    ['signed six minutes ago', { ageSeconds: 360 }],
    ['changed in transit', { change: (body: string) => body.replace('sub_none', 'sub_mine') }],
    ['changed by a trailing space', { change: (body: string) => `${body} ` }],
  ])('is rejected if it is %s', async (_, how) => {
    const { status, text } = await deliver(billing, event('evt_bad'), how);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'invalid_signature' });
    expect(await billing.servers.sql(`select id from stripe_events where id = 'evt_bad'`)).toEqual([]);
  });

  it('is rejected without a signature or with a malformed one', async () => {
    for (const signature of [undefined, '', 't=,v1=', 'x'.repeat(5_000)]) {
      const response = await fetch(`${billing.url}/webhooks/stripe`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(signature !== undefined && { 'stripe-signature': signature }),
        },
        body: JSON.stringify(event('evt_bad')),
      });
      expect(response.status).toBe(400);
    }
  });

  it('is rejected without being read if it is larger than any event', async () => {
    const response = await fetch(`${billing.url}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=a' },
      body: 'x'.repeat(1_100_000),
    });
    expect(response.status).toBe(413);
  });

  it('is accepted and ignored if its event type is not handled', async () => {
    const other = { ...event('evt_other'), type: 'product.created' };
    expect((await deliver(billing, other)).status).toBe(200);
    expect(await billing.servers.sql(`select id from stripe_events where id = 'evt_other'`)).toEqual([]);
  });

  it('is ignored if it concerns a customer of another product in the same Stripe account', async () => {
    const stripe = billing.deps.stripe();
    newEvents(billing);
    const rows = () => billing.servers.sql('select * from subscriptions');
    const before = await rows();
    const customer = await stripe.customers.create({ email: 'other@example.com' });
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: await priceOf(billing) }],
      payment_behavior: 'default_incomplete',
    });
    for (const made of newEvents(billing)) expect((await deliver(billing, made)).status).toBe(200);
    expect(await rows()).toEqual(before);
  });

  it('gets an error response if it cannot be handled at the moment, so that Stripe retries it', async () => {
    const who = newcomer();
    const { clientSecret = '' } = await subscribe(billing, who);
    await billing.fakeStripe.pay(clientSecret, goodCard);
    const events = newEvents(billing);
    const paid = events.find(({ type }) => type === 'invoice.paid');
    billing.fakeStripe.setFault(() => ({ status: 500 }));
    expect((await deliver(billing, paid)).status).toBe(503);
    billing.fakeStripe.setFault(undefined);
    expect(await planOf(billing, who)).toBe('free');
    expect((await deliver(billing, paid)).status).toBe(200);
    expect(await planOf(billing, who)).toBe('pro');
  });
});

describe('a thousand webhook deliveries', () => {
  it('of a hundred shuffled events set the correct plans and publish each payment once', async () => {
    const people = await severalStories(billing);
    const events = newEvents(billing).filter(({ type }) =>
      /^(customer\.subscription|invoice|charge)\./.test(type),
    );
    expect(events.length).toBeGreaterThanOrEqual(100);
    const good = events.flatMap((made) => Array.from({ length: 10 }, () => ({ made, how: {} })));
    const tenth = Math.ceil(good.length / 10);
    const wrong = good.slice(0, tenth).map(({ made }) => ({ made, how: { secret: 'whsec_wrong' } }));
    const stale = good.slice(-tenth).map(({ made }) => ({ made, how: { ageSeconds: 301 } }));
    const results = await atATime(16, shuffled([...good, ...wrong, ...stale]), async ({ made, how }) => ({
      isBad: Object.keys(how).length > 0,
      ...(await deliver(billing, made, how)),
    }));
    const statusesOf = (isBad: boolean) => [
      ...new Set(results.filter((result) => result.isBad === isBad).map(({ status }) => status)),
    ];
    expect(statusesOf(true)).toEqual([400]);
    expect(statusesOf(false)).toEqual([200]);

    for (const { who, plan, paid } of people) {
      expect(await planOf(billing, who)).toBe(plan);
      const facts = await factsOf(billing, who);
      const payments = facts.filter(({ name }) => name === 'payment.succeeded');
      expect(payments).toHaveLength(paid);
      expect(new Set(payments.map(({ payload }) => payload.paymentId)).size).toBe(paid);
      const plans = facts.filter(({ name }) => name === 'plan.changed');
      // The first fact grants Pro, and every following fact changes the plan.
      expect(plans.map(({ payload }) => payload.plan)).toEqual(
        plans.map((_, at) => (at % 2 === 0 ? 'pro' : 'free')),
      );
      expect(plans.at(-1)?.payload.plan ?? 'free').toBe(plan);
    }
    const [noted] = await billing.servers.sql('select count(*)::int as n from stripe_events');
    expect(Number(noted?.n)).toBeGreaterThanOrEqual(100);
  }, 180_000);
});

interface Story {
  plan: 'free' | 'pro';
  paid: number;
  /** Functions that change the subscription: `before` runs in the first two months, `after` runs later. */
  before?: (subscriptionId: string) => unknown;
  after?: (intentId: string) => unknown;
}

/**
 * Creates accounts with different subscription histories, and returns them with their expected plans. Delivers no
 * events.
 */
async function severalStories({ fakeStripe }: TestBilling) {
  const stories: Story[] = [
    { plan: 'pro', paid: 3 },
    { plan: 'free', paid: 3, after: (intent) => fakeStripe.refund(intent) },
    { plan: 'pro', paid: 3, after: (intent) => fakeStripe.refund(intent, 100) },
    {
      plan: 'free',
      paid: 1,
      before: (subscription) => fakeStripe.cancel(subscription, { atPeriodEnd: true }),
    },
    {
      plan: 'free',
      paid: 1,
      before: (subscription) => fakeStripe.cancel(subscription, { atPeriodEnd: false }),
    },
    {
      plan: 'free',
      paid: 3,
      after: (intent) => fakeStripe.closeDispute(fakeStripe.dispute(intent).id, 'lost'),
    },
    {
      plan: 'pro',
      paid: 3,
      after: (intent) => fakeStripe.closeDispute(fakeStripe.dispute(intent).id, 'won'),
    },
  ];
  const people: (Story & { who: ReturnType<typeof newcomer>; customerId: string })[] = [];
  for (const story of [...stories, ...stories]) {
    const who = newcomer();
    const { clientSecret = '', customerId } = await subscribe(billing, who);
    await fakeStripe.pay(clientSecret, goodCard);
    await story.before?.(await subscriptionOf(billing, who));
    people.push({ ...story, who, customerId });
  }
  await fakeStripe.advance({ months: 2 });
  for (const { customerId, after } of people) await after?.(await latestIntent(customerId));
  return people;
}

async function latestIntent(customer: string): Promise<string> {
  const { data } = await billing.deps
    .stripe()
    .invoices.list({ customer, limit: 1, expand: ['data.payments'] });
  return String(data[0]?.payments?.data[0]?.payment.payment_intent);
}

const priceOf = (of: TestBilling) => findProPrice(of.deps.stripe());

/** Shuffles items in a fixed pseudorandom order, so that failures can be reproduced. */
function shuffled<T>(items: T[]): T[] {
  let seed = 7;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

async function atATime<T, R>(limit: number, items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items];
  const lanes = Array.from({ length: limit }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) results.push(await work(item));
  });
  await Promise.all(lanes);
  return results;
}
