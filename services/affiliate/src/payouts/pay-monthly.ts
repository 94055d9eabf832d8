import type { AffiliateDeps } from '../deps.ts';
import { periodOf } from '../ledger/calendar.ts';
import { allOf } from './all-of.ts';
import { closePeriod } from './close-period.ts';
import { readResults } from './read-results.ts';
import { sendPayouts } from './send-payouts.ts';

/**
 * Creates the payouts for a month once, on or after its first day (UTC), and sends them through PayPal if PayPal is
 * configured. Otherwise, the operator must export them. Safe to call at any time.
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

/** Sends open payouts to PayPal and reads the results of earlier payouts. Does nothing unless PayPal is configured. */
export async function moveByPaypal(deps: AffiliateDeps): Promise<void> {
  const { paypal } = deps;
  if (paypal) await allOf([sendPayouts, readResults], (move) => move(deps, paypal));
}
