import { waitFor } from '@gossamer/testkit/wait';
import { describe, expect, it } from 'vitest';
import { endGraces } from '../src/maintenance/end-graces.ts';
import {
  becomePro,
  customerOf,
  deliver,
  deliverNew,
  factsOf,
  goodCard,
  intentOf,
  newcomer,
  newEvents,
  paidCents,
  planOf,
  statusOf,
  subscribe,
  subscriptionOf,
  useBilling,
} from './billing.ts';

const billing = useBilling();

const takenBack = async (who: Parameters<typeof factsOf>[1]) =>
  (await factsOf(billing, who))
    .filter(({ name }) => name === 'payment.refunded')
    .map(({ version, payload }) => [version, payload.refundedCents]);

describe('a Pro subscription', () => {
  it('is charged once each month, and Pro continues', async () => {
    const who = await becomePro(billing);
    await billing.fakeStripe.advance({ months: 3 });
    await deliverNew(billing);
    expect(await paidCents(billing, who)).toBe(4 * 900);
    expect(await planOf(billing, who)).toBe('pro');
    const facts = await factsOf(billing, who);
    expect(facts.filter(({ name }) => name === 'payment.succeeded')).toHaveLength(4);
    expect(facts.filter(({ name }) => name === 'plan.changed')).toHaveLength(1);
  });

  it('grants Pro until the end of the paid period after it was canceled', async () => {
    const who = await becomePro(billing);
    billing.fakeStripe.cancel(await subscriptionOf(billing, who), { atPeriodEnd: true });
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('pro');
    await billing.fakeStripe.advance({ months: 1, days: 1 });
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
    expect(await paidCents(billing, who)).toBe(900);
  });

  it('grants Pro while Stripe retries a failing card, until the subscription ends', async () => {
    const who = await becomePro(billing);
    billing.fakeStripe.changeCard(await customerOf(billing, who), '4000000000000341');
    await billing.fakeStripe.advance({ months: 1, days: 1 });
    await deliverNew(billing);
    expect(await statusOf(billing, who)).toBe('past_due');
    expect(await planOf(billing, who)).toBe('pro');
    await billing.fakeStripe.advance({ days: 30 });
    await deliverNew(billing);
    expect(await statusOf(billing, who)).toBe('canceled');
    expect(await planOf(billing, who)).toBe('free');
  });

  it('continues once its open invoice is paid with a new card', async () => {
    const who = await becomePro(billing);
    const customerId = await customerOf(billing, who);
    billing.fakeStripe.changeCard(customerId, '4000000000000341');
    await billing.fakeStripe.advance({ months: 1, days: 1 });
    billing.fakeStripe.changeCard(customerId, goodCard);
    await billing.fakeStripe.advance({ days: 8 });
    await deliverNew(billing);
    expect(await statusOf(billing, who)).toBe('active');
    expect(await planOf(billing, who)).toBe('pro');
    expect(await paidCents(billing, who)).toBe(2 * 900);
  });

  it('stops granting Pro at the end of the grace period after a failed payment, even without an event', async () => {
    const who = await becomePro(billing);
    await billing.servers.sql(
      `update subscriptions set status = 'past_due', past_due_since = now() - interval '13 days'
        where account_id = $1`,
      [who.accountId],
    );
    await endGraces(billing.deps);
    expect(await planOf(billing, who)).toBe('pro');
    await billing.servers.sql(
      `update subscriptions set past_due_since = now() - interval '15 days' where account_id = $1`,
      [who.accountId],
    );
    await endGraces(billing.deps);
    expect(await planOf(billing, who)).toBe('free');
  });
});

describe('a refund or dispute', () => {
  it('ends Pro and the subscription if the full amount is refunded, so that nothing is charged again', async () => {
    const who = await becomePro(billing);
    billing.fakeStripe.refund(await intentOf(billing, who));
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
    expect(await statusOf(billing, who)).toBe('canceled');
    await billing.fakeStripe.advance({ months: 2 });
    await deliverNew(billing);
    expect(await paidCents(billing, who)).toBe(0);
    expect(await takenBack(who)).toEqual([[2, 900]]);
  });

  it('does not affect Pro until the full amount is refunded', async () => {
    const who = await becomePro(billing);
    billing.fakeStripe.refund(await intentOf(billing, who), 400);
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('pro');
    expect(await takenBack(who)).toEqual([[2, 400]]);
    billing.fakeStripe.refund(await intentOf(billing, who), 500);
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
    expect(await takenBack(who)).toEqual([
      [2, 400],
      [3, 900],
    ]);
  });

  it('does not affect Pro if it concerns an earlier month’s payment', async () => {
    const who = await becomePro(billing);
    const first = await intentOf(billing, who);
    await billing.fakeStripe.advance({ months: 1 });
    await deliverNew(billing);
    billing.fakeStripe.refund(first);
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('pro');
    expect(await takenBack(who)).toEqual([[2, 900]]);
  });

  it('suspends Pro until an open dispute is won', async () => {
    const who = await becomePro(billing);
    const dispute = billing.fakeStripe.dispute(await intentOf(billing, who));
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
    expect(await statusOf(billing, who)).toBe('active');
    billing.fakeStripe.closeDispute(dispute.id, 'won');
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('pro');
    expect(await takenBack(who)).toEqual([
      [2, 900],
      [3, 0],
    ]);
  });

  it('ends Pro and the subscription if the dispute is lost', async () => {
    const who = await becomePro(billing);
    const dispute = billing.fakeStripe.dispute(await intentOf(billing, who));
    billing.fakeStripe.closeDispute(dispute.id, 'lost');
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
    expect(await statusOf(billing, who)).toBe('canceled');
  });
});

describe('events that arrive out of order', () => {
  it('lead to the same plan and the same facts as events in order', async () => {
    await deliverNew(billing);
    const who = newcomer();
    const { clientSecret = '' } = await subscribe(billing, who);
    await billing.fakeStripe.pay(clientSecret, goodCard);
    await billing.fakeStripe.advance({ months: 1 });
    const customer = await customerOf(billing, who);
    const invoices = await billing.deps.stripe().invoices.list({ customer, expand: ['data.payments'] });
    const intent = invoices.data[0]?.payments?.data[0]?.payment.payment_intent;
    billing.fakeStripe.refund(String(intent));
    for (const event of newEvents(billing).reverse()) {
      expect((await deliver(billing, event)).status, event.type).toBe(200);
    }
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
    expect(await paidCents(billing, who)).toBe(900);
    const facts = await factsOf(billing, who);
    expect(facts.filter(({ name }) => name === 'payment.succeeded')).toHaveLength(2);
    expect(await takenBack(who)).toEqual([[2, 900]]);
  });
});

describe('a slow response from Stripe', () => {
  /**
   * Redelivers an old event whose handler gets a slow response from Stripe. The events caused by `change` are handled
   * before that response arrives.
   */
  async function overtake(who: Awaited<ReturnType<typeof becomePro>>, path: RegExp, change: () => unknown) {
    const { fakeStripe } = billing;
    const subscription = await subscriptionOf(billing, who);
    const old = fakeStripe
      .events()
      .find(({ data }) => 'id' in data.object && data.object.id === subscription);
    let isFirst = true;
    fakeStripe.setFault((asked) => {
      if (!isFirst || !path.test(asked.path)) return undefined;
      isFirst = false;
      return { delayMs: 1_500 };
    });
    const late = deliver(billing, { ...old, id: `${old?.id}again` });
    await waitFor('the slow call', async () => !isFirst);
    await change();
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
    expect((await late).status).toBe(200);
    fakeStripe.setFault(undefined);
  }

  it('does not restore a subscription that has ended in the meantime', async () => {
    const who = await becomePro(billing);
    const id = await subscriptionOf(billing, who);
    await overtake(who, /^\/v1\/subscriptions\//, () =>
      billing.fakeStripe.cancel(id, { atPeriodEnd: false }),
    );
    expect(await statusOf(billing, who)).toBe('canceled');
    expect(await planOf(billing, who)).toBe('free');
  });

  it('does not undo a refund made in the meantime', async () => {
    const who = await becomePro(billing);
    const intent = await intentOf(billing, who);
    await overtake(who, /^\/v1\/payment_intents\//, () => billing.fakeStripe.refund(intent));
    expect(await takenBack(who)).toEqual([[2, 900]]);
    expect(await planOf(billing, who)).toBe('free');
  });
});
