import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closePeriod } from '../src/payouts/close-period.ts';
import { settlePayout } from '../src/payouts/settle-payout.ts';
import {
  becomePartner,
  browser,
  call,
  dashboardOf,
  pay,
  signUp,
  startAffiliate,
  type TestAffiliate,
  takeBack,
} from './affiliate.ts';
import { earn, type Partner, payoutsIn } from './earning.ts';

let affiliate: TestAffiliate;
beforeAll(async () => {
  affiliate = await startAffiliate();
});
beforeEach(() => affiliate.setTime('2026-03-15T12:00:00Z'));
afterAll(() => affiliate.close());

const click = ({ code }: Partner, visitorKey: string) =>
  call(affiliate, undefined, 'POST', '/clicks', { code, visitorKey, userAgent: browser });

describe('the dashboard totals', () => {
  it('include only the partner’s own activity, and the share of clicks that led to a payment', async () => {
    const [partner, other] = [await becomePartner(affiliate), await becomePartner(affiliate)];
    expect((await dashboardOf(affiliate, partner)).totals).toEqual({
      clicks: 0,
      signups: 0,
      payingMembers: 0,
      conversionPercent: null,
    });
    for (let visitor = 0; visitor < 8; visitor += 1) await click(partner, `visitor ${visitor}`);
    for (let member = 0; member < 3; member += 1) {
      const who = await signUp(affiliate, partner.code);
      if (member === 0) continue;
      await pay(affiliate, who);
      await pay(affiliate, who);
    }
    await pay(affiliate, await signUp(affiliate, other.code));
    expect((await dashboardOf(affiliate, partner)).totals).toEqual({
      clicks: 8,
      signups: 3,
      payingMembers: 2,
      conversionPercent: 25,
    });
    expect((await dashboardOf(affiliate, other)).totals).toMatchObject({ clicks: 0, payingMembers: 1 });
  });
});

describe('the earnings on the dashboard', () => {
  const nothing = { heldCents: 0, dueCents: 0, inPayoutCents: 0, paidCents: 0, reversedCents: 0 };
  const stateOf = async (partner: Partner) => {
    const { earnings, nextPayout, payouts } = await dashboardOf(affiliate, partner);
    const { who, code } = partner;
    const { commissions } = (await call(affiliate, who, 'GET', `/dashboards/${code}/commissions`)).body;
    const statuses = commissions.map(({ status }: { status: string }) => status);
    return { earnings, nextPayout, statuses, payouts };
  };
  const payoutOf = async ({ code }: Partner, period: string) =>
    (await payoutsIn(affiliate)).find((payout) => payout.code === code && payout.period === period)?.id ?? '';

  it('are held, then due, then in a payout, then paid, and reduce a later payout if they are reversed', async () => {
    const partner = await becomePartner(affiliate);
    const next = (period: string, expectedCents: number) => ({ period, expectedCents, minimumCents: 2_500 });
    affiliate.setTime('2026-02-20T12:00:00Z');
    const payment = await earn(affiliate, partner, 3_000, '2026-01-30T00:00:00.001Z');
    expect(await stateOf(partner)).toMatchObject({
      earnings: { ...nothing, heldCents: 3_000 },
      statuses: ['held'],
      payouts: [],
      // The February payout run has not taken place yet.
      nextPayout: next('2026-02-01', 0),
    });
    await closePeriod(affiliate.deps, '2026-02-01');
    expect((await stateOf(partner)).nextPayout).toEqual(next('2026-03-01', 0));
    affiliate.setTime('2026-03-01T00:00:00.000Z');
    expect(await stateOf(partner)).toMatchObject({
      earnings: { ...nothing, heldCents: 3_000 },
      statuses: ['held'],
      // The hold ends just after the cutoff of the next payout run, so this run pays nothing.
      nextPayout: next('2026-03-01', 0),
    });
    affiliate.setTime('2026-03-01T00:00:00.001Z');
    expect(await stateOf(partner)).toMatchObject({
      earnings: { ...nothing, dueCents: 3_000 },
      statuses: ['due'],
    });
    await closePeriod(affiliate.deps, '2026-03-01');
    expect(await stateOf(partner)).toMatchObject({
      earnings: { ...nothing, dueCents: 3_000 },
      statuses: ['due'],
      payouts: [],
      nextPayout: next('2026-04-01', 3_000),
    });

    affiliate.setTime('2026-04-01T00:10:00Z');
    expect((await stateOf(partner)).nextPayout).toEqual(next('2026-04-01', 3_000));
    await closePeriod(affiliate.deps, '2026-04-01');
    const payout = { id: await payoutOf(partner, '2026-04-01'), period: '2026-04-01', amountCents: 3_000 };
    const payoutEmail = `pay.${partner.who.email}`;
    expect(await stateOf(partner)).toEqual({
      earnings: { ...nothing, inPayoutCents: 3_000 },
      statuses: ['inPayout'],
      nextPayout: next('2026-05-01', 0),
      payouts: [{ ...payout, payoutEmail, status: 'open', settledAt: null }],
    });
    await settlePayout(affiliate.deps, payout.id, { status: 'paid', reference: null });
    expect(await stateOf(partner)).toMatchObject({
      earnings: { ...nothing, paidCents: 3_000 },
      statuses: ['paid'],
      payouts: [{ ...payout, status: 'paid', settledAt: '2026-04-01T00:10:00.000Z' }],
    });

    await takeBack(affiliate, payment, payment.amountCents);
    expect(await stateOf(partner)).toMatchObject({
      earnings: { ...nothing, dueCents: -3_000, paidCents: 3_000, reversedCents: 3_000 },
      statuses: ['reversed'],
      nextPayout: next('2026-05-01', -3_000),
    });
    await earn(affiliate, partner, 5_499, '2026-04-01T00:00:00.000Z');
    affiliate.setTime('2026-05-01T00:00:00Z');
    await closePeriod(affiliate.deps, '2026-05-01');
    expect((await stateOf(partner)).earnings.dueCents).toBe(2_499);
    await earn(affiliate, partner, 1, '2026-04-02T00:00:00.000Z');
    affiliate.setTime('2026-06-01T00:00:00Z');
    await closePeriod(affiliate.deps, '2026-06-01');
    expect(await stateOf(partner)).toMatchObject({
      earnings: { ...nothing, inPayoutCents: 2_500, paidCents: 3_000, reversedCents: 3_000 },
      // The statuses are in the order of the commission list, newest first.
      statuses: ['inPayout', 'inPayout', 'reversed'],
      payouts: [{ period: '2026-06-01', amountCents: 2_500 }, payout],
    });
  });

  it('count a commission toward the next payout if its hold period ends before that payout', async () => {
    const partner = await becomePartner(affiliate);
    affiliate.setTime('2026-07-15T00:00:00Z');
    await closePeriod(affiliate.deps, '2026-07-01');
    await earn(affiliate, partner, 2_000, '2026-06-01T00:00:00.000Z');
    await earn(affiliate, partner, 600, '2026-07-02T00:00:00.000Z');
    await earn(affiliate, partner, 400, '2026-07-02T00:00:00.001Z');
    const { earnings, nextPayout } = await stateOf(partner);
    expect(earnings).toEqual({ ...nothing, dueCents: 2_000, heldCents: 1_000 });
    expect(nextPayout).toEqual({ period: '2026-08-01', expectedCents: 2_600, minimumCents: 2_500 });
  });

  it('are due again after a payout is returned', async () => {
    const partner = await becomePartner(affiliate);
    await earn(affiliate, partner, 2_600);
    await closePeriod(affiliate.deps, '2026-03-01');
    const id = await payoutOf(partner, '2026-03-01');
    await settlePayout(affiliate.deps, id, { status: 'failed', reason: 'no such account' });
    expect(await stateOf(partner)).toMatchObject({
      earnings: { ...nothing, dueCents: 2_600 },
      statuses: ['due'],
      payouts: [{ id, status: 'failed', settledAt: '2026-03-15T12:00:00.000Z' }],
    });
  });

  it('are reduced by a partial refund, and the difference is shown as reversed', async () => {
    const partner = await becomePartner(affiliate);
    await takeBack(affiliate, await earn(affiliate, partner, 1_000, '2026-03-14T00:00:00.000Z'), 1_001);
    expect(await stateOf(partner)).toMatchObject({
      earnings: { ...nothing, heldCents: 749, reversedCents: 251 },
      statuses: ['held'],
    });
  });
});
