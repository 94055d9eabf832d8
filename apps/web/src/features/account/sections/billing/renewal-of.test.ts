import type { BillingSummary } from '@gossamer/contracts/billing';
import { expect, it } from 'vitest';
import { renewalOf } from './renewal-of.ts';

const periodEnd = '2031-08-01T10:00:00.000Z';
const graceEnd = '2031-07-08T10:00:00.000Z';
const summary: BillingSummary = {
  subscriptionStatus: 'active',
  currentPeriodEndsAt: periodEnd,
  isCanceled: false,
  graceEndsAt: null,
  hasPortal: true,
  refundableUntil: null,
  isRefundRequested: false,
};

it.each([
  [{}, true, { text: 'renews', date: new Date(periodEnd) }],
  [{ isCanceled: true }, true, { text: 'ends', date: new Date(periodEnd) }],
  [
    { graceEndsAt: graceEnd, subscriptionStatus: 'past_due' },
    true,
    { text: 'failedPayment', date: new Date(graceEnd) },
  ],
  [{ graceEndsAt: graceEnd, isCanceled: true }, true, { text: 'ends', date: new Date(periodEnd) }],
  [{ currentPeriodEndsAt: null }, true, undefined],
  [{}, false, undefined],
])(
  'returns the renewal date, end date or grace period to show for subscription %#',
  (change, isPremium, expected) => {
    expect(renewalOf({ ...summary, ...change }, isPremium)).toEqual(expected);
  },
);
