import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  takeBack,
} from './affiliate.ts';

let affiliate: TestAffiliate;
beforeAll(async () => {
  affiliate = await startAffiliate();
});
beforeEach(() => affiliate.setTime('2026-03-15T12:00:00Z'));
afterAll(() => affiliate.close());

const earningsOf = async (partner: Awaited<ReturnType<typeof becomePartner>>) =>
  (await dashboardOf(affiliate, partner)).earnings;

const nothing = { heldCents: 0, dueCents: 0, inPayoutCents: 0, paidCents: 0, reversedCents: 0 };

async function commissionsOf({ who, code }: Awaited<ReturnType<typeof becomePartner>>) {
  return (await call(affiliate, who, 'GET', `/dashboards/${code}/commissions`)).body.commissions;
}

describe('a commission', () => {
  // Spec: 1.29
  it('is 25% of every payment of a referred member: $2.25 of $9 each month', async () => {
    const partner = await becomePartner(affiliate);
    const member = await signUp(affiliate, partner.code);
    await pay(affiliate, member);
    await pay(affiliate, member, { paidAt: '2026-04-15T12:00:00Z' });
    expect(await earningsOf(partner)).toEqual({ ...nothing, heldCents: 450 });
    expect(await commissionsOf(partner)).toMatchObject([
      { kind: 'renewal', commissionCents: 225, status: 'held', heldUntil: '2026-05-15T12:00:00.000Z' },
      { kind: 'subscription', commissionCents: 225, status: 'held' },
    ]);
  });

  it('is rounded down to whole cents, and never exceeds a quarter of the amount after refunds', async () => {
    const partner = await becomePartner(affiliate);
    const member = await signUp(affiliate, partner.code);
    const payment = await pay(affiliate, member, { amountCents: 451 });
    expect((await earningsOf(partner)).heldCents).toBe(112);
    await takeBack(affiliate, payment, 100);
    expect(await earningsOf(partner)).toMatchObject({ heldCents: 87, reversedCents: 25 });
  });

  it('is due exactly 30 days after the payment', async () => {
    const partner = await becomePartner(affiliate);
    await pay(affiliate, await signUp(affiliate, partner.code));
    affiliate.setTime('2026-04-14T11:59:59.999Z');
    expect(await earningsOf(partner)).toMatchObject({ heldCents: 225, dueCents: 0 });
    affiliate.setTime('2026-04-14T12:00:00Z');
    expect(await earningsOf(partner)).toMatchObject({ heldCents: 0, dueCents: 225 });
    expect(await commissionsOf(partner)).toMatchObject([{ status: 'due' }]);
  });

  it('is created once per payment, even if events are duplicated or arrive out of order', async () => {
    const partner = await becomePartner(affiliate);
    const member = newcomer();
    const payment = await pay(affiliate, member);
    await takeBack(affiliate, payment, 900, 3);
    await takeBack(affiliate, payment, 400, 2);
    await signUp(affiliate, partner.code, member);
    await publishFact(affiliate, 'payment.succeeded', {
      key: payment.paymentId,
      version: 1,
      payload: payment,
    });
    expect(await earningsOf(partner)).toEqual({ ...nothing, reversedCents: 225 });
    await takeBack(affiliate, payment, 0, 4);
    expect(await earningsOf(partner)).toEqual({ ...nothing, heldCents: 225 });
  });

  it('is reduced by a refund even if the refund is reported before the payment', async () => {
    const partner = await becomePartner(affiliate);
    const member = await signUp(affiliate, partner.code);
    const payment = { paymentId: `in_${member.accountId}`, accountId: member.accountId, amountCents: 900 };
    const payload = {
      ...payment,
      currency: 'usd',
      paidAt: '2026-03-01T00:00:00.000Z',
      cardFingerprint: null,
    };
    await takeBack(affiliate, payload, 300);
    await publishFact(affiliate, 'payment.succeeded', { key: payment.paymentId, version: 1, payload });
    expect(await earningsOf(partner)).toMatchObject({ heldCents: 150, reversedCents: 75 });
  });

  it('is not earned without a referral, for an unknown code, or by a former partner', async () => {
    const gone = await becomePartner(affiliate);
    const { accountId } = gone.who;
    await publishFact(affiliate, 'account.deleted', { key: accountId, version: 2, payload: { accountId } });
    for (const code of [undefined, 'UNKNOWN', gone.code]) {
      await pay(affiliate, await signUp(affiliate, code));
    }
    const rows = await affiliate.servers.sql(
      'select from commissions join partners on partners.id = partner_id where code = $1',
      [gone.code],
    );
    expect(rows).toEqual([]);
    expect((await call(affiliate, gone.who, 'GET', `/dashboards/${gone.code}`)).status).toBe(404);
  });

  it('is not earned from payments in a currency other than the payout currency', async () => {
    const partner = await becomePartner(affiliate);
    await pay(affiliate, await signUp(affiliate, partner.code), { currency: 'eur' });
    expect(await earningsOf(partner)).toEqual(nothing);
  });

  it('remains with the partner even if the member deletes the account', async () => {
    const partner = await becomePartner(affiliate);
    const { accountId } = await signUp(affiliate, partner.code);
    await pay(affiliate, { ...newcomer(), accountId });
    await publishFact(affiliate, 'account.deleted', { key: accountId, version: 2, payload: { accountId } });
    expect(await earningsOf(partner)).toMatchObject({ heldCents: 225 });
    const kept = await affiliate.servers.sql(
      `select (select count(*) from account_emails where account_id = $1) +
        (select count(*) from account_cards where account_id = $1) as count`,
      [accountId],
    );
    expect(Number(kept[0]?.count)).toBe(0);
  });
});

describe('concurrent facts', () => {
  it('about the sign-up and the payments of an account are all applied', async () => {
    const partner = await becomePartner(affiliate);
    const members = Array.from({ length: 20 }, () => newcomer());
    await Promise.all(
      members.flatMap((member) => [
        pay(affiliate, member),
        signUp(affiliate, partner.code, member),
        pay(affiliate, member),
      ]),
    );
    expect((await earningsOf(partner)).heldCents).toBe(20 * 2 * 225);
  });

  it('about payments by a partner and a referred member with the same card are all applied', async () => {
    for (let round = 0; round < 10; round += 1) {
      const partner = await becomePartner(affiliate);
      const member = await signUp(affiliate, partner.code);
      const cardFingerprint = `shared ${member.accountId}`;
      await Promise.all([
        pay(affiliate, member, { cardFingerprint }),
        pay(affiliate, partner.who, { cardFingerprint }),
      ]);
      expect(await earningsOf(partner)).toEqual(nothing);
    }
  });
});
