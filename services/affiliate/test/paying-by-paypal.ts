import { expect, onTestFinished } from 'vitest';
import { payMonthly } from '../src/payouts/pay-monthly.ts';
import { becomePartner } from './affiliate.ts';
import { earn, type Partner, type PayingAffiliate, payoutsIn, startPaying } from './earning.ts';

export const firstRun = '2026-03-01T00:00:00Z';

export async function open(partnerCount = 1): Promise<{ affiliate: PayingAffiliate; partners: Partner[] }> {
  const affiliate = await startPaying();
  onTestFinished(() => affiliate.close());
  const partners: Partner[] = [];
  for (let count = 0; count < partnerCount; count += 1) {
    const partner = await becomePartner(affiliate);
    await earn(affiliate, partner, 3_000);
    partners.push(partner);
  }
  return { affiliate, partners };
}

export async function runAt(affiliate: PayingAffiliate, time: string): Promise<void> {
  affiliate.setTime(time);
  await payMonthly(affiliate.deps);
}

/** Runs the monthly payouts with the clock set to `time`, and expects them to fail because of PayPal. */
export async function failAt(affiliate: PayingAffiliate, time: string): Promise<void> {
  await expect(runAt(affiliate, time)).rejects.toThrow(/PayPal/);
}

export const receivedBy = (affiliate: PayingAffiliate, partners: Partner[]) =>
  partners.map(({ who }) => affiliate.paypal.paidCents(`pay.${who.email}`));

export const statusesOf = async (affiliate: PayingAffiliate) =>
  (await payoutsIn(affiliate)).map(({ status }) => status);

/** Sets payout addresses that PayPal rejects. */
export async function breakAddresses(affiliate: PayingAffiliate, codes: string[]): Promise<void> {
  await affiliate.servers.sql(`update partners set payout_email = 'nowhere' where code = any($1)`, [codes]);
}
