import { stringify } from 'csv-stringify/sync';
import type { PayoutRow } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { centsAsText } from '../ledger/cents-as-text.ts';

/**
 * Returns a batch as a CSV file for PayPal's mass payments, without a header line. The columns are recipient, amount,
 * currency, payout id, note, wallet (developer.paypal.com/docs/payouts, "Send payouts from the user interface").
 * Settled payouts are omitted. Batches sent through PayPal's API have no file.
 */
export async function writePaymentFile({ db }: AffiliateDeps, batchId: string): Promise<string> {
  const payouts = await db
    .selectFrom('payouts')
    .innerJoin('payoutBatches', 'payoutBatches.id', 'payouts.batchId')
    .selectAll('payouts')
    .where('payoutBatches.id', '=', batchId)
    .where('method', '=', 'csv')
    .where('payouts.status', '=', 'sent')
    .orderBy('payouts.id')
    .execute();
  return stringify(payouts.map(toCells), { escape_formulas: true, record_delimiter: 'windows' });
}

function toCells({ payoutEmail, amountCents, id, period }: PayoutRow): string[] {
  const note = `Gossamer affiliate commissions ${period.slice(0, 7)}`;
  return [payoutEmail, centsAsText(amountCents), 'USD', id, note, 'PAYPAL'];
}
