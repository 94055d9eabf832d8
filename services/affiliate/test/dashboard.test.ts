import { affiliateDashboard } from '@gossamer/contracts/affiliate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closePeriod } from '../src/payouts/close-period.ts';
import { settlePayout } from '../src/payouts/settle-payout.ts';
import {
  becomePartner,
  browser,
  call,
  dashboardOf,
  newcomer,
  pay,
  publishFact,
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

describe('an affiliate dashboard', () => {
  it('is returned to its owner in the contract’s format, regardless of the case of the code', async () => {
    const { who, code } = await becomePartner(affiliate);
    const { status, body } = await call(affiliate, who, 'GET', `/dashboards/${code}`);
    expect(status).toBe(200);
    expect(affiliateDashboard.parse(body)).toEqual(body);
    expect(body.affiliate).toEqual({
      name: 'Maya Rossi',
      code,
      commissionRate: 25,
      email: `contact.${who.email}`,
      payoutEmail: `pay.${who.email}`,
      isEmailVerified: true,
      joinedAt: '2026-03-15T12:00:00.000Z',
      referralLink: `https://gossamer.example/?ref=${code}`,
    });
    expect(await dashboardOf(affiliate, { who, code: code.toLowerCase() })).toEqual(body);
    const unverified = { ...who, isEmailVerified: false };
    expect((await dashboardOf(affiliate, { who: unverified, code })).affiliate.isEmailVerified).toBe(false);
  });

  const others = [
    'UNKNOWN22',
    'MAY',
    'M'.repeat(21),
    'M'.repeat(1_000),
    '%00',
    'MAYA%00',
    'M%C3%84YA222',
    '%F0%9F%99%82',
    "MAYA'%20or%20'1'='1",
    'MAYA%3Bdrop%20table%20partners',
    '..%2F..%2Fpartner',
    '%25',
    '%20',
    '__proto__',
  ];
  it.each([
    ['GET', ''],
    ['GET', '/commissions'],
    ['GET', '/commissions.csv'],
    ['PUT', '/payout-email'],
  ] as const)('of another partner is indistinguishable from an unknown one: %s …%s', async (method, path) => {
    const partner = await becomePartner(affiliate);
    const theirs = await becomePartner(affiliate);
    const body = method === 'PUT' ? { payoutEmail: 'mine@example.com' } : undefined;
    for (const who of [partner.who, newcomer()]) {
      const ask = (code: string) => call(affiliate, who, method, `/dashboards/${code}${path}`, body);
      const first = await ask('UNKNOWN23');
      expect(first).toMatchObject({ status: 404, body: { code: 'affiliate_not_found' } });
      expect(first.body).not.toHaveProperty('requestId');
      for (const code of [theirs.code, theirs.code.toLowerCase(), ...others]) {
        const { status, text } = await ask(code);
        expect([code, status, text]).toEqual([code, 404, first.text]);
      }
    }
    const kept = await dashboardOf(affiliate, theirs);
    expect(kept.affiliate.payoutEmail).toBe(`pay.${theirs.who.email}`);
  });

  it('requires authentication for any code', async () => {
    const { code } = await becomePartner(affiliate);
    for (const one of [code, ...others]) {
      const { status, body } = await call(affiliate, undefined, 'GET', `/dashboards/${one}`);
      expect([one, status, body.code]).toEqual([one, 401, 'unauthorized']);
    }
  });

  it('is no longer available once the account is deleted', async () => {
    const { who, code } = await becomePartner(affiliate);
    const { accountId } = who;
    await publishFact(affiliate, 'account.deleted', { key: accountId, version: 2, payload: { accountId } });
    for (const path of ['', '/commissions', '/commissions.csv']) {
      expect((await call(affiliate, who, 'GET', `/dashboards/${code}${path}`)).status).toBe(404);
    }
  });
});

describe('the dashboard chart', () => {
  it.each([
    ['', 30],
    ['?days=30', 30],
    ['?days=90', 90],
    ['?days=7', 30],
    ['?days=-1', 30],
    ['?days=1e9', 30],
    ['?days=junk', 30],
    ['?days=30&days=90', 30],
  ])('for the query %j has %d days', async (query, count) => {
    const { who, code } = await becomePartner(affiliate);
    const { status, body } = await call(affiliate, who, 'GET', `/dashboards/${code}${query}`);
    expect(status).toBe(200);
    expect(body.days).toHaveLength(count);
  });

  it('contains every day up to today, oldest first, with zeros for days without activity', async () => {
    affiliate.setTime('2026-03-01T00:00:00.000Z');
    const { who, code } = await becomePartner(affiliate);
    const { days } = (await call(affiliate, who, 'GET', `/dashboards/${code}?days=90`)).body;
    expect([days[0].day, days[88].day, days[89].day]).toEqual(['2025-12-02', '2026-02-28', '2026-03-01']);
    expect(new Set(days.map(({ day }: { day: string }) => day)).size).toBe(90);
    expect(days[5]).toEqual({ day: '2025-12-07', clicks: 0, signups: 0, subscriptions: 0 });
  });

  it('assigns activity to its UTC day with millisecond precision', async () => {
    const partner = await becomePartner(affiliate);
    for (const time of ['2026-03-13T23:59:59.999Z', '2026-03-14T00:00:00.000Z', '2026-03-14T23:59:59.999Z']) {
      affiliate.setTime(time);
      await click(partner, time);
      await pay(affiliate, await signUp(affiliate, partner.code));
    }
    const { days } = await dashboardOf(affiliate, partner);
    expect(days.slice(-2)).toEqual([
      { day: '2026-03-13', clicks: 1, signups: 1, subscriptions: 1 },
      { day: '2026-03-14', clicks: 2, signups: 2, subscriptions: 2 },
    ]);
  });

  it('counts only the first payment of each member, on the payment date', async () => {
    const partner = await becomePartner(affiliate);
    const member = await signUp(affiliate, partner.code);
    // Report the payments out of order.
    await pay(affiliate, member, { paidAt: '2026-03-14T10:00:00.000Z' });
    await pay(affiliate, member, { paidAt: '2026-03-12T10:00:00.000Z' });
    const { days } = await dashboardOf(affiliate, partner);
    const shown = days.filter(({ subscriptions }: { subscriptions: number }) => subscriptions > 0);
    expect(shown).toMatchObject([{ day: '2026-03-12', subscriptions: 1, signups: 0 }]);
  });

  it('excludes older activity, which counts only in the totals', async () => {
    const partner = await becomePartner(affiliate);
    for (const day of ['2026-02-13', '2026-02-14']) {
      affiliate.setTime(`${day}T12:00:00Z`);
      await click(partner, 'visitor');
      await signUp(affiliate, partner.code);
    }
    affiliate.setTime('2026-03-15T12:00:00Z');
    const { days, totals } = await dashboardOf(affiliate, partner);
    expect(days[0]).toMatchObject({ day: '2026-02-14', clicks: 1, signups: 1 });
    expect(totals).toMatchObject({ clicks: 2, signups: 2 });
  });
});

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

  it('move from held to due, in payout and paid, and reduce a later payout if reversed', async () => {
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

  it('for the next payout include commissions whose hold period ends before that payout', async () => {
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

  it('of a returned payout are due again', async () => {
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

  it('of a partially refunded payment are reduced, and the difference is shown as reversed', async () => {
    const partner = await becomePartner(affiliate);
    await takeBack(affiliate, await earn(affiliate, partner, 1_000, '2026-03-14T00:00:00.000Z'), 1_001);
    expect(await stateOf(partner)).toMatchObject({
      earnings: { ...nothing, heldCents: 749, reversedCents: 251 },
      statuses: ['held'],
    });
  });
});
