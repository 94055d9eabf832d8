import type { AffiliateCommission, AffiliateDashboard } from '@gossamer/contracts/affiliate';

const dayMs = 86_400_000;
const lastDayMs = Date.parse('2025-11-20T00:00:00.000Z');

/** 90 days with one click each, except for the last day, which has 63 clicks, two sign-ups and one subscription. */
const days = Array.from({ length: 90 }, (_, index) => ({
  day: new Date(lastDayMs - (89 - index) * dayMs).toISOString().slice(0, 10),
  ...(index === 89
    ? { clicks: 63, signups: 2, subscriptions: 1 }
    : { clicks: 1, signups: 0, subscriptions: 0 }),
}));

export function someDashboard(changes: Partial<AffiliateDashboard> = {}): AffiliateDashboard {
  return {
    affiliate: {
      name: 'Maya Rand',
      code: 'MAYA7K',
      commissionRate: 25,
      referralLink: 'https://gossamer.example/?ref=MAYA7K',
      email: 'maya@studio-rand.example',
      payoutEmail: null,
      isEmailVerified: true,
      joinedAt: '2025-08-03T10:00:00.000Z',
    },
    totals: { clicks: 2_364, signups: 61, payingMembers: 31, conversionPercent: 1.311 },
    earnings: { heldCents: 2_700, dueCents: 2_025, inPayoutCents: 0, paidCents: 9_000, reversedCents: 450 },
    nextPayout: { period: '2025-12-01', expectedCents: 2_025, minimumCents: 2_500 },
    days,
    payouts: [],
    ...changes,
  };
}

export function someCommission(changes: Partial<AffiliateCommission> = {}): AffiliateCommission {
  return {
    id: 'c1',
    paidAt: '2025-11-20T12:00:00.000Z',
    kind: 'subscription',
    paymentCents: 900,
    refundedCents: 0,
    commissionCents: 225,
    earnedCents: 225,
    status: 'held',
    heldUntil: '2025-12-20T12:00:00.000Z',
    ...changes,
  };
}
