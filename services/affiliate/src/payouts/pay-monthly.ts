import type { AffiliateDeps } from '../deps.ts';
import { periodOf } from '../ledger/calendar.ts';
import { allOf } from './all-of.ts';
import { closePeriod } from './close-period.ts';
import { readResults } from './read-results.ts';
import { sendPayouts } from './send-payouts.ts';

/**
 * What the first of a month (UTC) brings, whenever it is looked at: balances are closed once a month, and leave by PayPal
 * where it is set up. Without it they wait for the operator's file.
 */
export async function payMonthly(deps: AffiliateDeps): Promise<void> {
  await allOf([closeMonth, moveByPaypal], (step) => step(deps));
}

async function closeMonth(deps: AffiliateDeps): Promise<void> {
  const period = periodOf(deps.clock());
  const run = await deps.db
    .selectFrom('payoutRuns')
    .select('closedAt')
    .where('period', '=', period)
    .executeTakeFirst();
  if (!run?.closedAt) await closePeriod(deps, period);
}

/** Sends what is open and reads what became of the rest. Nothing where PayPal is not set up. */
export async function moveByPaypal(deps: AffiliateDeps): Promise<void> {
  const { paypal } = deps;
  if (paypal) await allOf([sendPayouts, readResults], (move) => move(deps, paypal));
}
