import { describe, expect, it, vi } from 'vitest';
import { markPayouts } from '../src/payouts/mark-payouts.ts';
import { dashboardOf } from './affiliate.ts';
import { earn, type Partner, payoutsIn } from './earning.ts';
import { failAt, firstRun, open, receivedBy, runAt, statusesOf } from './paying-by-paypal.ts';
import { onCreate } from './paypal-client.ts';

describe('a payout', () => {
  it('is returned after 30 days if it remains unclaimed, and is added to the next payout', async () => {
    const { affiliate, partners } = await open();
    const [partner] = partners as [Partner];
    await runAt(affiliate, firstRun);
    const [payout] = await payoutsIn(affiliate);
    affiliate.paypal.setItemStatus(payout?.id ?? '', 'UNCLAIMED');
    await runAt(affiliate, '2026-03-30T00:00:00Z');
    expect((await dashboardOf(affiliate, partner)).earnings).toMatchObject({
      dueCents: 0,
      inPayoutCents: 3_000,
    });
    affiliate.paypal.setItemStatus(payout?.id ?? '', 'RETURNED');
    await runAt(affiliate, '2026-03-31T00:00:00Z');
    const [returned] = await payoutsIn(affiliate);
    expect(returned).toMatchObject({ status: 'failed', reason: 'PayPal: RECEIVER_ACCOUNT_INVALID' });
    expect((await dashboardOf(affiliate, partner)).earnings).toMatchObject({
      dueCents: 3_000,
      inPayoutCents: 0,
    });
    await earn(affiliate, partner, 100);
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    expect(receivedBy(affiliate, partners)).toEqual([3_100]);
  });
});

describe('a batch that may have been submitted', () => {
  it('is not resent after 25 days, and must be checked and marked by an operator', async () => {
    const { affiliate } = await open(2);
    affiliate.paypal.setFault(onCreate('cut-after-effect'));
    await failAt(affiliate, firstRun);
    affiliate.paypal.setFault(onCreate({ status: 500 }));
    await failAt(affiliate, '2026-03-26T00:00:00.000Z');
    affiliate.paypal.setFault(undefined);
    const [first, second] = await payoutsIn(affiliate);
    const batchId = first?.batchId ?? '';
    const paid = { status: 'paid', reference: null } as const;
    await expect(markPayouts(affiliate.deps, { batchId }, paid)).rejects.toThrow('PayPal is processing');

    const error = vi.spyOn(affiliate.deps.logger, 'error');
    const asked = affiliate.paypal.requests().length;
    await runAt(affiliate, '2026-03-26T00:00:00.001Z');
    expect(affiliate.paypal.requests()).toHaveLength(asked);
    expect(error).toHaveBeenCalledExactlyOnceWith({ batchId }, expect.stringContaining('too old'));
    expect(await statusesOf(affiliate)).toEqual(['open', 'open']);

    await markPayouts(affiliate.deps, { payoutIds: [first?.id ?? ''] }, paid);
    const failed = { status: 'failed', reason: 'never left' } as const;
    await markPayouts(affiliate.deps, { payoutIds: [second?.id ?? ''] }, failed);
    expect(await statusesOf(affiliate)).toEqual(['paid', 'failed']);
    // Payouts that are already settled must not be logged again.
    error.mockClear();
    await runAt(affiliate, '2026-03-27T00:00:00Z');
    expect(error).not.toHaveBeenCalled();
    expect(affiliate.paypal.batches()).toHaveLength(1);
    await runAt(affiliate, '2026-04-01T00:00:00Z');
    const [, batch] = affiliate.paypal.batches();
    expect(batch?.items.map(({ receiver }) => receiver)).toEqual([second?.email]);
  });
});
