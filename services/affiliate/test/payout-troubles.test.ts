import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closePeriod } from '../src/payouts/close-period.ts';
import { makeBatch } from '../src/payouts/make-batch.ts';
import { markPayouts } from '../src/payouts/mark-payouts.ts';
import { moveByPaypal, payMonthly } from '../src/payouts/pay-monthly.ts';
import { writePaymentFile } from '../src/payouts/write-payment-file.ts';
import { becomePartner, dashboardOf, publishFact } from './affiliate.ts';
import { earn, type Partner, type PayingAffiliate, payoutsIn, startPaying } from './earning.ts';

/** Tests payouts with concurrent processes and with unexpected responses from PayPal. */
let affiliate: PayingAffiliate;
beforeAll(async () => {
  affiliate = await startPaying();
});
afterAll(() => affiliate.close());

/** Each test runs in its own month, which is later than the months of all previous tests. */
beforeEach(() => {
  const now = affiliate.deps.clock();
  affiliate.setTime(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 1)));
});
const period = () => affiliate.deps.clock().toISOString().slice(0, 10);
const later = (days: number) =>
  affiliate.setTime(new Date(affiliate.deps.clock().getTime() + days * 24 * 3_600_000));

async function dueWith(cents: number): Promise<Partner> {
  const partner = await becomePartner(affiliate);
  await earn(affiliate, partner, cents);
  return partner;
}
const payoutsOf = async ({ code }: Partner) =>
  (await payoutsIn(affiliate)).filter((payout) => payout.code === code);
const arrived = ({ who }: Partner) => affiliate.paypal.paidCents(`pay.${who.email}`);
/** Sets a payout address that the affiliate service accepts but PayPal rejects. */
const breakAddress = ({ code }: Partner) =>
  affiliate.servers.sql(`update partners set payout_email = 'nowhere' where code = $1`, [code]);

describe('a payout batch that PayPal rejects', () => {
  it('is replaced and paid only once, even if two processes submit it concurrently', async () => {
    const [good, bad] = [await becomePartner(affiliate), await becomePartner(affiliate)];
    await breakAddress(bad);
    for (let round = 1; round <= 25; round += 1) {
      later(31);
      affiliate.setTime(`${period().slice(0, 7)}-01T00:00:00Z`);
      await earn(affiliate, good, 3_000);
      await earn(affiliate, bad, 3_000);
      await closePeriod(affiliate.deps, period());
      const second = async () => {
        await new Promise((done) => setTimeout(done, round % 13));
        await moveByPaypal(affiliate.deps);
      };
      await Promise.all([moveByPaypal(affiliate.deps), second()]);
      await moveByPaypal(affiliate.deps);
      expect(arrived(good)).toBe(round * 3_000);
      for (const { paypalBatchId, status } of affiliate.paypal.batches())
        if (status === 'PENDING') affiliate.paypal.setBatchStatus(paypalBatchId, 'SUCCESS');
      await moveByPaypal(affiliate.deps);
    }
  });
});

describe('a payout batch that PayPal denies', () => {
  it('causes no second payment of an item that PayPal paid despite the denial', async () => {
    const partners = [await dueWith(3_000), await dueWith(3_000)];
    await payMonthly(affiliate.deps);
    const batch = affiliate.paypal.batches().at(-1);
    affiliate.paypal.setItemStatus(batch?.items[0]?.sender_item_id ?? '', 'SUCCESS');
    affiliate.paypal.setBatchStatus(batch?.paypalBatchId ?? '', 'DENIED');
    await moveByPaypal(affiliate.deps);
    later(2);
    await moveByPaypal(affiliate.deps);
    expect(partners.map(arrived)).toEqual([3_000, 3_000]);
  });
});

describe('a partner whose payout cannot be created', () => {
  it('does not delay other partners or pending payouts', async () => {
    const [first, second] = [await dueWith(3_000), await dueWith(3_000)];
    const { sql } = affiliate.servers;
    await sql(`create function refuse() returns trigger language plpgsql as
      $$ begin if new.partner_id = (select id from partners where code = '${first.code}') then raise 'broken'; end if; return new; end $$`);
    await sql('create trigger refuse before insert on payouts for each row execute function refuse()');
    await expect(payMonthly(affiliate.deps)).rejects.toThrow('broken');
    expect(arrived(second)).toBe(3_000);
    await sql('drop trigger refuse on payouts');
    await payMonthly(affiliate.deps);
    expect([arrived(first), arrived(second)]).toEqual([3_000, 3_000]);
  });
});

describe('an exported payout file', () => {
  it('contains only unpaid payouts', async () => {
    const [kept, back] = [await dueWith(3_000), await dueWith(4_000)];
    await closePeriod(affiliate.deps, period());
    const batch = await makeBatch(affiliate.deps, 'csv', 'sent');
    const file = () => writePaymentFile(affiliate.deps, batch?.id ?? '');
    expect(await file()).toContain(`pay.${back.who.email},40.00`);
    const [payout] = await payoutsOf(back);
    await markPayouts(
      affiliate.deps,
      { payoutIds: [payout?.id ?? ''] },
      { status: 'failed', reason: 'closed' },
    );
    expect(await file()).toContain(`pay.${kept.who.email},30.00`);
    expect(await file()).not.toContain(back.who.email);
    await markPayouts(affiliate.deps, { batchId: batch?.id }, { status: 'paid', reference: null });
    expect(await file()).toBe('');
  });

  it('has either all of its payouts marked or none', async () => {
    const partners = [await dueWith(3_000), await dueWith(3_000)];
    await closePeriod(affiliate.deps, period());
    await makeBatch(affiliate.deps, 'csv', 'sent');
    const ids = (await Promise.all(partners.map(payoutsOf))).flat().map(({ id }) => id);
    await markPayouts(
      affiliate.deps,
      { payoutIds: ids.slice(0, 1) },
      { status: 'failed', reason: 'mistake' },
    );
    const all = markPayouts(affiliate.deps, { payoutIds: ids }, { status: 'paid', reference: null });
    await expect(all).rejects.toThrow('is already failed');
    const statuses = (await Promise.all(partners.map(payoutsOf))).flat().map(({ status }) => status);
    expect(statuses).toEqual(['failed', 'sent']);
  });
});

describe('a batch without further results from PayPal', () => {
  it('can be marked by the operator after 35 days, but not earlier', async () => {
    const partner = await dueWith(3_000);
    await payMonthly(affiliate.deps);
    const [payout] = await payoutsOf(partner);
    const mark = () =>
      markPayouts(affiliate.deps, { payoutIds: [payout?.id ?? ''] }, { status: 'paid', reference: 'seen' });
    later(35);
    await expect(mark()).rejects.toThrow('PayPal is processing');
    later(1);
    expect(await mark()).toBe(1);
    // The payout is returned after it has been paid. PayPal reports this only by email, so an operator marks the payout
    // as failed.
    expect(
      await markPayouts(
        affiliate.deps,
        { payoutIds: [payout?.id ?? ''] },
        { status: 'failed', reason: 'reversed' },
      ),
    ).toBe(1);
    expect((await dashboardOf(affiliate, partner)).earnings).toMatchObject({ dueCents: 3_000, paidCents: 0 });
  });
});

describe('a former partner', () => {
  it('has the email address erased from each payout record once the payout is settled', async () => {
    const partner = await dueWith(3_000);
    await payMonthly(affiliate.deps);
    const { accountId } = partner.who;
    await publishFact(affiliate, 'account.deleted', { key: accountId, version: 2, payload: { accountId } });
    const [waiting] = await payoutsOf(partner);
    expect(waiting).toMatchObject({ status: 'sent', email: `pay.${partner.who.email}` });
    affiliate.paypal.setItemStatus(waiting?.id ?? '', 'SUCCESS');
    await moveByPaypal(affiliate.deps);
    expect(await payoutsOf(partner)).toMatchObject([{ status: 'paid', email: '' }]);
  });
});
