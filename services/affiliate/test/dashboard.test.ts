import { affiliateDashboard } from '@gossamer/contracts/affiliate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
} from './affiliate.ts';
import type { Partner } from './earning.ts';

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
  ] as const)(
    'is indistinguishable from a missing one if it belongs to another partner: %s …%s',
    async (method, path) => {
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
    },
  );

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
  ])('converts the query %j to a range of %d days', async (query, count) => {
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
