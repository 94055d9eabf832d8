import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePeriod } from '../src/payouts/close-period.ts';
import {
  becomePartner,
  call,
  dashboardOf,
  newcomer,
  pay,
  publishFact,
  signUp,
  startAffiliate,
  type TestAffiliate,
} from './affiliate.ts';
import { earn, type Partner, payoutsIn } from './earning.ts';

let affiliate: TestAffiliate;
beforeAll(async () => {
  affiliate = await startAffiliate();
});
afterAll(() => affiliate.close());

const setTo = ({ who, code }: Partner, payoutEmail: unknown) =>
  call(affiliate, who, 'PUT', `/dashboards/${code}/payout-email`, { payoutEmail });
const keptBy = async (partner: Partner) => (await dashboardOf(affiliate, partner)).affiliate.payoutEmail;

describe('the payout address', () => {
  it('is null until the member sets it, and can be replaced', async () => {
    const who = newcomer();
    const { body } = await call(affiliate, who, 'POST', '/partners', {
      name: 'Maya',
      email: 'maya@example.org',
    });
    const partner = { who, code: body.affiliate.code };
    expect(await keptBy(partner)).toBeNull();
    for (const payoutEmail of ['first@example.com', 'Second+paypal@example.com']) {
      expect(await setTo(partner, payoutEmail)).toMatchObject({ status: 200, body: { payoutEmail } });
      expect(await keptBy(partner)).toBe(payoutEmail);
    }
    expect((await setTo(partner, '  third@example.com ')).body).toEqual({ payoutEmail: 'third@example.com' });
    expect(await keptBy(partner)).toBe('third@example.com');
  });

  it('can be set only by members with a confirmed email address', async () => {
    const partner = await becomePartner(affiliate);
    const before = await keptBy(partner);
    const unverified = { ...partner, who: { ...partner.who, isEmailVerified: false } };
    expect(await setTo(unverified, 'thief@example.com')).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified' },
    });
    expect(await keptBy(partner)).toBe(before);
  });

  it.each([
    '=cmd@example.com',
    "=cmd|'/c'!A1@example.com",
    '+x@example.com',
    '-x@example.com',
    '@x',
    '@x@example.com',
    ' =x@example.com',
    '\t=x@example.com',
    `${'x'.repeat(300)}@example.com`,
    'maya',
    'maya@example',
    'maya@example.com,eve@example.com',
    'maya@example.com\r\neve@example.com',
    'maya@example.com\0',
    '',
    null,
    undefined,
    7,
    ['maya@example.com'],
  ])('cannot be set to %j', async (payoutEmail) => {
    const partner = await becomePartner(affiliate);
    const before = await keptBy(partner);
    expect(await setTo(partner, payoutEmail)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', field: 'payoutEmail' },
    });
    expect(await keptBy(partner)).toBe(before);
  });

  it('never changes for an existing payout', async () => {
    const partner = await becomePartner(affiliate);
    await earn(affiliate, partner, 2_500);
    await closePeriod(affiliate.deps, '2026-03-01');
    const before = await keptBy(partner);
    await setTo(partner, 'later@example.com');
    const own = (await payoutsIn(affiliate)).filter(({ code }) => code === partner.code);
    expect(own).toMatchObject([{ period: '2026-03-01', email: before }]);
    await earn(affiliate, partner, 2_500, '2026-02-10T00:00:00.000Z');
    await closePeriod(affiliate.deps, '2026-04-01');
    const [, next] = (await payoutsIn(affiliate)).filter(({ code }) => code === partner.code);
    expect(next).toMatchObject({ period: '2026-04-01', email: 'later@example.com' });
  });

  it('makes a referred member with the same address count as a self-referral', async () => {
    const partner = await becomePartner(affiliate);
    const member = await signUp(affiliate, partner.code);
    await pay(affiliate, member);
    expect((await dashboardOf(affiliate, partner)).totals.payingMembers).toBe(1);
    await setTo(partner, member.email.replace('@', '+paypal@'));
    expect((await dashboardOf(affiliate, partner)).totals).toMatchObject({ signups: 0, payingMembers: 0 });
  });

  it('is deleted with the account, and cannot be set afterwards', async () => {
    const partner = await becomePartner(affiliate);
    const { accountId } = partner.who;
    await Promise.all([
      setTo(partner, 'late@example.com'),
      publishFact(affiliate, 'account.deleted', { key: accountId, version: 2, payload: { accountId } }),
    ]);
    expect(await setTo(partner, 'later@example.com')).toMatchObject({ status: 404 });
    const rows = await affiliate.servers.sql(
      `select payout_email, (select count(*)::int from account_emails where account_emails.account_id = partners.account_id)
       from partners where code = $1`,
      [partner.code],
    );
    expect(rows).toEqual([{ payout_email: null, count: 0 }]);
  });
});
