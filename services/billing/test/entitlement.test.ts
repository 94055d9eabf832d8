import { describe, expect, it } from 'vitest';
import { graceMs, type PaymentFacts, planOf } from '../src/mirror/entitlement.ts';
import { takenBackCents } from '../src/mirror/taken-back.ts';
import { findUnwanted } from '../src/mirror/tidy-up.ts';

const now = new Date('2026-06-15T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const subscription = (status: string, more: object = {}) => ({
  id: 'sub_1',
  accountId: 'a',
  status,
  latestInvoiceId: 'in_1',
  ticket: 1,
  cancelAt: null,
  pastDueSince: ago(1_000),
  readAt: now,
  currentPeriodStartsAt: ago(1_000),
  currentPeriodEndsAt: now,
  createdAt: ago(9_000),
  ...more,
});
const payment = (more: Partial<PaymentFacts> = {}) => ({
  invoiceId: 'in_1',
  amountCents: 900,
  refundedCents: 0,
  disputeStatus: null,
  ticket: 1,
  version: 1,
  accountId: 'a',
  subscriptionId: 'sub_1',
  paymentIntentId: 'pi_1',
  currency: 'usd',
  cardFingerprint: null,
  paidAt: ago(1_000),
  ...more,
});

describe('the plan of an account', () => {
  it.each([
    ['active', 'pro'],
    ['trialing', 'pro'],
    ['past_due', 'pro'],
    ['incomplete', 'free'],
    ['incomplete_expired', 'free'],
    ['unpaid', 'free'],
    ['paused', 'free'],
    ['canceled', 'free'],
    ['an unknown status', 'free'],
  ])('depends on the status of the subscription: %s → %s', (status, plan) => {
    expect(planOf([subscription(status)], [payment()], now)).toBe(plan);
  });

  it('is Free without a subscription, and the higher of two plans if there are two subscriptions', () => {
    expect(planOf([], [], now)).toBe('free');
    expect(planOf([subscription('canceled'), subscription('active')], [], now)).toBe('pro');
  });

  it('becomes Free exactly when the grace period of a failed renewal ends', () => {
    const dueAt = (ms: number) => subscription('past_due', { pastDueSince: ago(ms) });
    expect(planOf([dueAt(graceMs - 1)], [], now)).toBe('pro');
    expect(planOf([dueAt(graceMs)], [], now)).toBe('free');
  });

  it.each([
    [{}, 'pro', 0],
    [{ refundedCents: 899 }, 'pro', 899],
    [{ refundedCents: 900 }, 'free', 900],
    [{ disputeStatus: 'needs_response' }, 'free', 900],
    [{ disputeStatus: 'under_review' }, 'free', 900],
    [{ disputeStatus: 'lost' }, 'free', 900],
    [{ disputeStatus: 'won' }, 'pro', 0],
    [{ disputeStatus: 'prevented' }, 'pro', 0],
    [{ disputeStatus: 'warning_needs_response' }, 'pro', 0],
    [{ disputeStatus: 'warning_closed' }, 'pro', 0],
    [{ disputeStatus: 'won', refundedCents: 900 }, 'free', 900],
    [{ refundedCents: 900, invoiceId: 'in_earlier' }, 'pro', 900],
    [{ disputeStatus: 'needs_response', invoiceId: 'in_earlier' }, 'free', 900],
    [{ disputeStatus: 'lost', invoiceId: 'in_earlier', subscriptionId: 'sub_other' }, 'pro', 900],
  ] as const)('depends on refunds and disputes of the payment: %o → %s', (more, plan, cents) => {
    expect(planOf([subscription('active')], [payment(more)], now)).toBe(plan);
    expect(takenBackCents(payment(more))).toBe(cents);
  });
});

describe('subscriptions to cancel', () => {
  const ended = (...given: Parameters<typeof findUnwanted>) =>
    findUnwanted(...given).map(({ subscriptionId, refund }) => [subscriptionId, refund?.invoiceId]);

  it('do not include the only subscription of a paying account', () => {
    expect(ended(false, [subscription('active')], [payment()])).toEqual([]);
  });

  it('include all active subscriptions of a deleted account, without a refund', () => {
    const both = [
      subscription('active'),
      subscription('past_due', { id: 'sub_2' }),
      subscription('canceled'),
    ];
    expect(ended(true, both, [payment()])).toEqual([
      ['sub_1', undefined],
      ['sub_2', undefined],
    ]);
  });

  it('include the newer of two subscriptions and the payment to refund, regardless of their order', () => {
    const younger = subscription('active', { id: 'sub_2', latestInvoiceId: 'in_2', createdAt: ago(10) });
    const payments = [payment(), payment({ invoiceId: 'in_2' })];
    expect(ended(false, [younger, subscription('active')], payments)).toEqual([['sub_2', 'in_2']]);
  });

  it('include a subscription whose payment was refunded or lost in a dispute, and no other one', () => {
    const other = subscription('active', { id: 'sub_2', latestInvoiceId: 'in_2', createdAt: ago(10) });
    const pair = [subscription('active'), other];
    expect(ended(false, pair, [payment({ refundedCents: 900 })])).toEqual([['sub_1', undefined]]);
    expect(ended(false, pair, [payment({ disputeStatus: 'lost' })])).toEqual([['sub_1', undefined]]);
    expect(ended(false, [subscription('active')], [payment({ disputeStatus: 'needs_response' })])).toEqual(
      [],
    );
  });
});
