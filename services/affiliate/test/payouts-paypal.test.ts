import { describe, expect, it } from 'vitest';
import { markPayouts } from '../src/payouts/mark-payouts.ts';
import { payMonthly } from '../src/payouts/pay-monthly.ts';
import { settlePayout } from '../src/payouts/settle-payout.ts';
import type { Paypal } from '../src/paypal/paypal.ts';
import { becomePartner, dashboardOf } from './affiliate.ts';
import { earn, type Partner, payoutsIn } from './earning.ts';
import type { PaypalFault } from './fake-paypal.ts';
import { breakAddresses, failAt, firstRun, open, receivedBy, runAt, statusesOf } from './paying-by-paypal.ts';
import { onCreate } from './paypal-client.ts';

describe('a payout batch', () => {
  it('is polled only until all of its payouts are settled', async () => {
    const { affiliate, partners } = await open(2);
    await runAt(affiliate, firstRun);
    const [first, second] = await payoutsIn(affiliate);
    affiliate.paypal.setItemStatus(first?.id ?? '', 'SUCCESS');
    affiliate.paypal.setItemStatus(second?.id ?? '', 'UNCLAIMED');
    await runAt(affiliate, '2026-03-02T00:00:00Z');
    const [batch] = affiliate.paypal.batches();
    expect(await payoutsIn(affiliate)).toMatchObject([
      {
        status: 'paid',
        reference: batch?.items.find((item) => item.sender_item_id === first?.id)?.paypalItemId,
      },
      { status: 'sent' },
    ]);
    affiliate.paypal.setItemStatus(second?.id ?? '', 'SUCCESS');
    await runAt(affiliate, '2026-03-03T00:00:00Z');
    expect(await statusesOf(affiliate)).toEqual(['paid', 'paid']);
    const asked = affiliate.paypal.requests().length;
    await runAt(affiliate, '2026-03-04T00:00:00Z');
    expect(affiliate.paypal.requests()).toHaveLength(asked);
    expect(receivedBy(affiliate, partners)).toEqual([3_000, 3_000]);
  });

  it.each(['DENIED', 'CANCELED'])(
    'is resent a day later, but not earlier, if its status is %s',
    async (status) => {
      const { affiliate, partners } = await open(2);
      await runAt(affiliate, firstRun);
      const [batch] = affiliate.paypal.batches();
      affiliate.paypal.setBatchStatus(batch?.paypalBatchId ?? '', status);
      await runAt(affiliate, '2026-03-01T12:00:00Z');
      expect(await payoutsIn(affiliate)).toMatchObject(Array(2).fill({ status: 'open', batchId: null }));
      expect((await dashboardOf(affiliate, partners[0] as Partner)).earnings).toMatchObject({
        dueCents: 0,
        inPayoutCents: 3_000,
      });
      await runAt(affiliate, '2026-03-02T11:59:59.999Z');
      expect(affiliate.paypal.batches()).toHaveLength(1);
      await runAt(affiliate, '2026-03-02T12:00:00Z');
      expect(affiliate.paypal.batches()).toHaveLength(2);
      expect(receivedBy(affiliate, partners)).toEqual([3_000, 3_000]);
    },
  );

  it('is resent a day later if it is rejected as a whole', async () => {
    const { affiliate, partners } = await open(2);
    const body = JSON.stringify({ name: 'VALIDATION_ERROR', details: [{ field: 'items', issue: 'No' }] });
    affiliate.paypal.setFault(onCreate({ status: 400, body }));
    await runAt(affiliate, firstRun);
    affiliate.paypal.setFault(undefined);
    expect(await statusesOf(affiliate)).toEqual(['open', 'open']);
    await runAt(affiliate, '2026-03-01T23:59:59Z');
    expect(affiliate.paypal.batches()).toEqual([]);
    await runAt(affiliate, '2026-03-02T00:00:00Z');
    expect(receivedBy(affiliate, partners)).toEqual([3_000, 3_000]);
  });

  it('is resent at once without payouts to rejected addresses, whose amounts are due again', async () => {
    const { affiliate, partners } = await open(3);
    const [faulty, ...others] = partners as [Partner, Partner, Partner];
    await breakAddresses(affiliate, [faulty.code]);
    await runAt(affiliate, firstRun);
    expect(receivedBy(affiliate, others)).toEqual([3_000, 3_000]);
    const payouts = await payoutsIn(affiliate);
    const { failed = [], sent = [] } = Object.groupBy(payouts, ({ status }) => status);
    expect([failed.length, sent.length]).toEqual([1, 2]);
    expect(failed[0]).toMatchObject({ code: faulty.code, reason: expect.stringContaining('Receiver') });
    expect((await dashboardOf(affiliate, faulty)).earnings).toMatchObject({
      dueCents: 3_000,
      inPayoutCents: 0,
    });
  });

  it.each<[string, PaypalFault]>([
    ['a lost response', 'cut-after-effect'],
    ['status 500 after the payment', { status: 500, afterEffect: true }],
    ['status 500 before the payment', { status: 500 }],
    ['insufficient funds', { status: 422, body: '{"name":"INSUFFICIENT_FUNDS"}' }],
  ])('is paid only once after %s', async (_what, fault) => {
    const { affiliate, partners } = await open(2);
    affiliate.paypal.setFault(onCreate(fault));
    await failAt(affiliate, firstRun);
    await failAt(affiliate, '2026-03-01T00:15:00Z');
    affiliate.paypal.setFault(undefined);
    await runAt(affiliate, '2026-03-01T00:30:00Z');
    expect(affiliate.paypal.batches()).toHaveLength(1);
    expect(await statusesOf(affiliate)).toEqual(['sent', 'sent']);
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    expect(receivedBy(affiliate, partners)).toEqual([3_000, 3_000]);
  });

  it('is paid once if several processes submit it concurrently', async () => {
    const { affiliate, partners } = await open(2);
    for (let month = 3; month < 7; month += 1) {
      const run = `2026-${String(month).padStart(2, '0')}-01T00:00:00Z`;
      affiliate.paypal.setFault(onCreate('cut-after-effect'));
      await failAt(affiliate, run);
      affiliate.paypal.setFault(undefined);
      await Promise.all(Array.from({ length: 6 }, () => payMonthly(affiliate.deps)));
      const earned = 3_000 * (month - 2);
      expect(receivedBy(affiliate, partners)).toEqual([earned, earned]);
      for (const partner of partners) await earn(affiliate, partner, 3_000);
    }
    expect(affiliate.paypal.batches()).toHaveLength(4);
  });

  it('is paid only once if another process has just sent it', async () => {
    const { affiliate, partners } = await open(2);
    affiliate.paypal.setFault(onCreate({ status: 500 }));
    await failAt(affiliate, '2026-03-10T00:00:00Z');
    for (const partner of partners) await earn(affiliate, partner, 3_000);
    await failAt(affiliate, '2026-04-01T00:00:00Z');
    affiliate.paypal.setFault(undefined);
    const { deps } = affiliate;
    const paypal = deps.paypal as Paypal;
    // This process has loaded two unsent batches. While it submits the first, another process completes both.
    const createBatch: Paypal['createBatch'] = async (...batch) => {
      await payMonthly(deps);
      return paypal.createBatch(...batch);
    };
    await payMonthly({ ...deps, paypal: { ...paypal, createBatch } });
    await payMonthly(deps);
    expect(affiliate.paypal.batches()).toHaveLength(2);
    expect(receivedBy(affiliate, partners)).toEqual([6_000, 6_000]);
  });

  it('is resent without payouts that have failed since the first attempt', async () => {
    const { affiliate, partners } = await open(2);
    affiliate.paypal.setFault(onCreate({ status: 500 }));
    await failAt(affiliate, firstRun);
    // Simulate a crash between the failure of one payout and the rejection of its batch.
    const [refused] = partners as [Partner, Partner];
    const failed = (await payoutsIn(affiliate)).find(({ code }) => code === refused.code);
    await settlePayout(affiliate.deps, failed?.id ?? '', { status: 'failed', reason: 'refused' });
    affiliate.paypal.setFault(undefined);
    await runAt(affiliate, '2026-03-01T00:15:00Z');
    expect(receivedBy(affiliate, partners)).toEqual([0, 3_000]);
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    expect(receivedBy(affiliate, partners)).toEqual([3_000, 3_000]);
  });

  it('is rejected if all its payouts have failed since the first attempt', async () => {
    const { affiliate, partners } = await open(2);
    affiliate.paypal.setFault(onCreate({ status: 500 }));
    await failAt(affiliate, firstRun);
    for (const { id } of await payoutsIn(affiliate)) {
      await settlePayout(affiliate.deps, id, { status: 'failed', reason: 'refused' });
    }
    affiliate.paypal.setFault(undefined);
    await runAt(affiliate, '2026-03-01T00:15:00Z');
    expect(affiliate.paypal.batches()).toEqual([]);
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    expect(receivedBy(affiliate, partners)).toEqual([3_000, 3_000]);
  });

  it('excludes payouts that an operator marked as paid while PayPal was not configured', async () => {
    const { affiliate, partners } = await open(2);
    affiliate.paypal.setFault(onCreate({ status: 500 }));
    await failAt(affiliate, firstRun);
    affiliate.paypal.setFault(undefined);
    const [payout] = (await payoutsIn(affiliate)).filter(({ code }) => code === partners[0]?.code);
    const withoutPaypal = { ...affiliate.deps, paypal: undefined };
    const outcome = { status: 'paid', reference: 'by hand' } as const;
    expect(await markPayouts(withoutPaypal, { payoutIds: [payout?.id ?? ''] }, outcome)).toBe(1);
    await runAt(affiliate, '2026-03-01T00:15:00Z');
    expect(receivedBy(affiliate, partners)).toEqual([0, 3_000]);
  });

  it('does not delay other batches if its results cannot be read', async () => {
    const { affiliate, partners } = await open(1);
    await runAt(affiliate, firstRun);
    const [old] = affiliate.paypal.batches();
    affiliate.paypal.setItemStatus(old?.items[0]?.sender_item_id ?? '', 'UNCLAIMED');
    const other = await becomePartner(affiliate);
    await earn(affiliate, other, 4_000);
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    const [, young] = affiliate.paypal.batches();
    affiliate.paypal.setItemStatus(young?.items[0]?.sender_item_id ?? '', 'SUCCESS');
    affiliate.paypal.setFault(({ path }) =>
      path.endsWith(`/${old?.paypalBatchId}`) ? { status: 500 } : undefined,
    );
    await failAt(affiliate, '2026-04-01T00:15:00Z');
    expect((await statusesOf(affiliate)).sort()).toEqual(['paid', 'sent']);
    expect(receivedBy(affiliate, [...partners, other])).toEqual([3_000, 4_000]);
  });

  it('does not settle payouts of other batches', async () => {
    const { affiliate } = await open(1);
    await runAt(affiliate, firstRun);
    await earn(affiliate, await becomePartner(affiliate), 4_000);
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    const [one, other] = affiliate.paypal.batches();
    const body = JSON.stringify({
      batch_header: { batch_status: 'SUCCESS' },
      items: [
        {
          payout_item_id: 'X',
          transaction_status: 'RETURNED',
          payout_item: { sender_item_id: other?.items[0]?.sender_item_id },
        },
      ],
    });
    affiliate.paypal.setFault(({ path }) =>
      path.endsWith(`/${one?.paypalBatchId}`) ? { status: 200, body } : undefined,
    );
    await runAt(affiliate, '2026-04-02T00:00:00Z');
    expect(await statusesOf(affiliate)).toEqual(['sent', 'sent']);
  });

  it('does not delay the results of other batches if it cannot be sent', async () => {
    const { affiliate } = await open(1);
    await runAt(affiliate, firstRun);
    const [sent] = affiliate.paypal.batches();
    affiliate.paypal.setItemStatus(sent?.items[0]?.sender_item_id ?? '', 'SUCCESS');
    await earn(affiliate, await becomePartner(affiliate), 4_000);
    affiliate.paypal.setFault(onCreate({ status: 500 }));
    await failAt(affiliate, '2026-04-01T00:00:00Z');
    expect((await statusesOf(affiliate)).sort()).toEqual(['open', 'paid']);
  });
});
