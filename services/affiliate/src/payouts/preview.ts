import { affiliateProgram } from '@gossamer/contracts/affiliate';
import type { AffiliateDeps } from '../deps.ts';
import { startOf } from '../ledger/calendar.ts';
import { centsAsText } from '../ledger/cents-as-text.ts';

/** Describes the payout run of a period and all pending payouts as lines of text for the operator. Changes no data. */
export async function preview(deps: AffiliateDeps, period: string): Promise<string[]> {
  return [...(await previewClosing(deps, period)), '', ...(await describeInProgress(deps))];
}

async function previewClosing({ db }: AffiliateDeps, period: string): Promise<string[]> {
  const balances = await db
    .selectFrom('commissions')
    .innerJoin('partners', 'partners.id', 'commissions.partnerId')
    .select(['partners.code', 'partners.payoutEmail'])
    .select((select) =>
      select.fn.sum<string>(select('earnedCents', '-', select.ref('settledCents'))).as('cents'),
    )
    .where('heldUntil', '<=', startOf(period))
    .where('partners.closedAt', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('payouts')
            .select('id')
            .whereRef('payouts.partnerId', '=', 'partners.id')
            .where('period', '=', period),
        ),
      ),
    )
    .groupBy(['partners.code', 'partners.payoutEmail'])
    .orderBy('partners.code')
    .execute();
  const owed = balances
    .map((balance) => ({ ...balance, cents: Number(balance.cents) }))
    .filter(({ cents }) => cents !== 0);
  const isPayable = ({ cents, payoutEmail }: { cents: number; payoutEmail: string | null }) =>
    cents >= affiliateProgram.minPayoutCents && payoutEmail !== null;
  const payable = owed.filter(isPayable);
  const lineOf = ({ code, cents, payoutEmail }: (typeof owed)[number]) =>
    `  ${code.padEnd(20)} ${centsAsText(cents).padStart(10)} USD  ${payoutEmail ?? 'no payout address'}`;
  return [
    `Period ${period}: ${payable.length} to pay, ${total(payable)} USD`,
    ...payable.map(lineOf),
    `Moves to the next month: ${owed.length - payable.length}`,
    ...owed.filter((one) => !isPayable(one)).map(lineOf),
  ];
}

async function describeInProgress({ db }: AffiliateDeps): Promise<string[]> {
  const payouts = await db
    .selectFrom('payouts')
    .leftJoin('payoutBatches', 'payoutBatches.id', 'payouts.batchId')
    .select(['payouts.id', 'payouts.amountCents', 'payouts.payoutEmail', 'payouts.status', 'payouts.batchId'])
    .select('payoutBatches.method')
    .where('payouts.status', 'in', ['open', 'sent'])
    .orderBy('payouts.createdAt')
    .orderBy('payouts.id')
    .execute();
  return [
    `Payouts in progress: ${payouts.length}, ${total(payouts.map(({ amountCents }) => ({ cents: amountCents })))} USD`,
    ...payouts.map(
      ({ id, amountCents, payoutEmail, status, batchId, method }) =>
        `  ${id} ${centsAsText(amountCents).padStart(10)} USD  ${payoutEmail}  ${status}${batchId ? `, batch ${batchId} (${method})` : ''}`,
    ),
  ];
}

function total(amounts: { cents: number }[]): string {
  return centsAsText(amounts.reduce((sum, { cents }) => sum + cents, 0));
}
