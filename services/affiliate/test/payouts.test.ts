import { describe, expect, it, onTestFinished } from 'vitest';
import { readAffiliateConfig } from '../src/config.ts';
import { openDeps } from '../src/deps.ts';
import { payMonthly } from '../src/payouts/pay-monthly.ts';
import {
  becomePartner,
  call,
  dashboardOf,
  newcomer,
  pay,
  publishFact,
  signUp,
  takeBack,
} from './affiliate.ts';
import { earn, type Partner, type PayingAffiliate, payoutsIn, startPaying } from './earning.ts';

async function open(): Promise<PayingAffiliate> {
  const affiliate = await startPaying();
  onTestFinished(() => affiliate.close());
  return affiliate;
}

const receivedBy = ({ paypal }: PayingAffiliate, { who }: Partner) => paypal.paidCents(`pay.${who.email}`);

/** Runs the monthly payouts with the clock set to `time`. */
async function runAt(affiliate: PayingAffiliate, time: string): Promise<void> {
  affiliate.setTime(time);
  await payMonthly(affiliate.deps);
}

const deleteAccount = (affiliate: PayingAffiliate, { accountId }: { accountId: string }) =>
  publishFact(affiliate, 'account.deleted', { key: accountId, version: 2, payload: { accountId } });

describe('a partner’s balance', () => {
  // Spec: 1.31, 9.44
  it('is paid if it is at least $25.00, and otherwise waits until it reaches this minimum', async () => {
    const affiliate = await open();
    const [enough, less] = [await becomePartner(affiliate), await becomePartner(affiliate)];
    await earn(affiliate, enough, 2_500);
    await earn(affiliate, less, 2_499);
    await runAt(affiliate, '2026-03-01T00:00:00Z');
    expect(await payoutsIn(affiliate)).toMatchObject([
      {
        code: enough.code,
        period: '2026-03-01',
        cents: 2_500,
        status: 'sent',
        email: `pay.${enough.who.email}`,
      },
    ]);
    expect([receivedBy(affiliate, enough), receivedBy(affiliate, less)]).toEqual([2_500, 0]);
    await earn(affiliate, less, 1, '2026-03-02T00:00:00.000Z');
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    expect([receivedBy(affiliate, enough), receivedBy(affiliate, less)]).toEqual([2_500, 2_500]);
  });

  // Spec: 9.45
  it('is paid as a single amount in dollars and cents, even if it has many commissions', async () => {
    const affiliate = await open();
    const partner = await becomePartner(affiliate);
    for (const cents of [1_001, 1_003, 999]) await earn(affiliate, partner, cents);
    await runAt(affiliate, '2026-03-01T00:00:00Z');
    const [batch] = affiliate.paypal.batches();
    expect(batch?.items).toMatchObject([
      { amount: { value: '30.03', currency: 'USD' }, note: 'Gossamer affiliate commissions, 2026-03' },
    ]);
  });

  it('carries over if no payout address is set, and is paid in the month after one is set', async () => {
    const affiliate = await open();
    const who = newcomer();
    const { body } = await call(affiliate, who, 'POST', '/partners', {
      name: 'Maya',
      email: 'maya@example.org',
    });
    const partner = { who, code: body.affiliate.code };
    await earn(affiliate, partner, 3_000);
    await runAt(affiliate, '2026-03-01T00:00:00Z');
    expect(await payoutsIn(affiliate)).toEqual([]);
    await call(affiliate, who, 'PUT', `/dashboards/${partner.code}/payout-email`, {
      payoutEmail: `pay.${who.email}`,
    });
    await runAt(affiliate, '2026-03-15T00:00:00Z');
    expect(await payoutsIn(affiliate)).toEqual([]);
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    expect(receivedBy(affiliate, partner)).toBe(3_000);
  });

  it('includes only commissions whose hold ended before the month, even if the run is late', async () => {
    const affiliate = await open();
    const [within, after] = [await becomePartner(affiliate), await becomePartner(affiliate)];
    await earn(affiliate, within, 2_500, '2026-01-30T00:00:00.000Z');
    await earn(affiliate, after, 2_500, '2026-01-30T00:00:00.001Z');
    await runAt(affiliate, '2026-03-05T09:00:00Z');
    expect([receivedBy(affiliate, within), receivedBy(affiliate, after)]).toEqual([2_500, 0]);
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    expect([receivedBy(affiliate, within), receivedBy(affiliate, after)]).toEqual([2_500, 2_500]);
  });

  it('is not paid to a former partner, except for payouts created earlier', async () => {
    const affiliate = await open();
    const [closed, unclosed] = [await becomePartner(affiliate), await becomePartner(affiliate)];
    await earn(affiliate, closed, 3_000);
    affiliate.paypal.setFault(() => ({ status: 503 }));
    await expect(runAt(affiliate, '2026-03-01T00:00:00Z')).rejects.toThrow('503');
    await earn(affiliate, closed, 4_000);
    await earn(affiliate, unclosed, 5_000);
    await deleteAccount(affiliate, closed.who);
    await deleteAccount(affiliate, unclosed.who);
    // Set the address in the database, because the API does not allow former partners to set one.
    await affiliate.servers.sql(`update partners set payout_email = 'late@example.com' where code = $1`, [
      unclosed.code,
    ]);
    affiliate.paypal.setFault(undefined);
    await runAt(affiliate, '2026-03-01T01:00:00Z');
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    expect(receivedBy(affiliate, closed)).toBe(3_000);
    expect(affiliate.paypal.batches().flatMap(({ items }) => items)).toHaveLength(1);
  });

  it('is paid even if it has more commissions than an SQL statement can have parameters', async () => {
    const affiliate = await open();
    const [large, small] = [await becomePartner(affiliate), await becomePartner(affiliate)];
    const { amountCents } = await earn(affiliate, small, 2_500);
    const payer = await signUp(affiliate, large.code);
    await pay(affiliate, payer, { paymentId: 'in_first', amountCents, paidAt: '2026-01-01T00:00:00.000Z' });
    await affiliate.servers.sql(
      `insert into payments select 'in_' || n, account_id, 900, 0, 'usd', paid_at, null
       from payments, generate_series(1, 33000) n where payment_id = 'in_first'`,
    );
    await affiliate.servers.sql(
      `insert into commissions (payment_id, partner_id, account_id, commission_cents, earned_cents, paid_at, held_until)
       select 'in_' || n, partner_id, account_id, 225, 225, paid_at, held_until
       from commissions, generate_series(1, 33000) n where payment_id = 'in_first'`,
    );
    await runAt(affiliate, '2026-03-01T00:00:00Z');
    const all = 2_500 + 33_000 * 225;
    expect([receivedBy(affiliate, large), receivedBy(affiliate, small)]).toEqual([all, 2_500]);
    expect((await dashboardOf(affiliate, large)).earnings).toMatchObject({ dueCents: 0, inPayoutCents: all });
    const [{ cents } = {}] = await affiliate.servers.sql(
      `select sum(cents)::int as cents from payout_items join payouts on payouts.id = payout_id where amount_cents > 2500`,
    );
    expect(cents).toBe(all);
  });
});

describe('a payout month', () => {
  // Spec: 1.31
  it('is closed only once, even if commissions become due afterwards', async () => {
    const affiliate = await open();
    const [early, late] = [await becomePartner(affiliate), await becomePartner(affiliate)];
    await earn(affiliate, early, 2_500);
    await runAt(affiliate, '2026-03-01T00:00:00Z');
    // This payment is reported late: the hold period of its commission ended before March.
    await earn(affiliate, early, 2_600);
    await earn(affiliate, late, 2_700);
    for (const day of ['01', '02', '31']) await runAt(affiliate, `2026-03-${day}T00:15:00Z`);
    expect([receivedBy(affiliate, early), receivedBy(affiliate, late)]).toEqual([2_500, 0]);
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    expect([receivedBy(affiliate, early), receivedBy(affiliate, late)]).toEqual([5_100, 2_700]);
  });

  it('is paid only once, even if two processes repeatedly run it concurrently', async () => {
    const affiliate = await open();
    const other = openDeps(readAffiliateConfig(affiliate.env));
    onTestFinished(() => other.close());
    const partners: Partner[] = [];
    for (let count = 0; count < 8; count += 1) partners.push(await becomePartner(affiliate));
    for (const month of ['03', '04', '05']) {
      for (const partner of partners) await earn(affiliate, partner, 2_500);
      affiliate.setTime(`2026-${month}-01T00:00:00Z`);
      const both = [affiliate.deps, { ...other, clock: affiliate.deps.clock }];
      await Promise.all([...both, ...both].map((deps) => payMonthly(deps)));
    }
    expect(await payoutsIn(affiliate)).toHaveLength(24);
    expect(partners.map((partner) => receivedBy(affiliate, partner))).toEqual(Array(8).fill(7_500));
  });

  it('is paid when the service restarts if it was missed while the service was down', async () => {
    const affiliate = await open();
    const partner = await becomePartner(affiliate);
    await earn(affiliate, partner, 2_500, '2026-01-10T00:00:00.000Z');
    await earn(affiliate, partner, 2_600, '2026-02-10T00:00:00.000Z');
    await runAt(affiliate, '2026-05-20T00:00:00Z');
    expect(await payoutsIn(affiliate)).toMatchObject([{ period: '2026-05-01', cents: 5_100 }]);
  });

  it('is continued where an interrupted run stopped', async () => {
    const affiliate = await open();
    const partners = [await becomePartner(affiliate), await becomePartner(affiliate)];
    for (const partner of partners) await earn(affiliate, partner, 2_500);
    const ids = await affiliate.servers.sql('select id from partners order by id');
    const refusesSecond = `add constraint second_refused check (partner_id <> '${ids[1]?.id}')`;
    await affiliate.servers.sql(`alter table payouts ${refusesSecond}`);
    await expect(runAt(affiliate, '2026-03-01T00:00:00Z')).rejects.toThrow('second_refused');
    await affiliate.servers.sql('alter table payouts drop constraint second_refused');
    expect(await payoutsIn(affiliate)).toHaveLength(1);
    await runAt(affiliate, '2026-03-01T00:15:00Z');
    expect(partners.map((partner) => receivedBy(affiliate, partner))).toEqual([2_500, 2_500]);
  });
});

describe('the reversal of a commission', () => {
  it('during a payout run reduces either that payout or the next one', async () => {
    const affiliate = await open();
    const partner = await becomePartner(affiliate);
    let earned = 0;
    for (let month = 3; month < 9; month += 1) {
      const payments = [];
      for (let count = 0; count < 4; count += 1) payments.push(await earn(affiliate, partner, 3_000));
      const [reversed] = payments;
      if (!reversed) continue;
      affiliate.setTime(`2026-0${month}-01T00:00:00Z`);
      await Promise.all([payMonthly(affiliate.deps), takeBack(affiliate, reversed, reversed.amountCents)]);
      earned += 9_000;
    }
    await runAt(affiliate, '2026-10-01T00:00:00Z');
    const { earnings } = await dashboardOf(affiliate, partner);
    expect(earnings.inPayoutCents + earnings.paidCents + earnings.dueCents).toBe(earned);
    expect(receivedBy(affiliate, partner)).toBe(earned - earnings.dueCents);
  });

  it('never creates a payout, not even a negative one, if it exceeds the balance', async () => {
    const affiliate = await open();
    const partner = await becomePartner(affiliate);
    const payment = await earn(affiliate, partner, 3_000);
    await runAt(affiliate, '2026-03-01T00:00:00Z');
    await takeBack(affiliate, payment, payment.amountCents);
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    await earn(affiliate, partner, 2_999);
    await runAt(affiliate, '2026-05-01T00:00:00Z');
    expect(receivedBy(affiliate, partner)).toBe(3_000);
    await earn(affiliate, partner, 2_501);
    await runAt(affiliate, '2026-06-01T00:00:00Z');
    expect(receivedBy(affiliate, partner)).toBe(5_500);
  });
});
