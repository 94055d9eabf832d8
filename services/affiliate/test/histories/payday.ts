import { payMonthly } from '../../src/payouts/pay-monthly.ts';
import { readResults } from '../../src/payouts/read-results.ts';
import { PaypalUnavailable } from '../../src/paypal/paypal.ts';
import type { TestAffiliate } from '../affiliate.ts';
import type { FakePaypal, PaypalFault } from '../fake-paypal.ts';
import { throughCrashes } from './crash.ts';
import { monthStart } from './history.ts';
import { payableCents } from './ledger.ts';
import type { Random } from './random.ts';
import type { Life } from './world.ts';

const hourMs = 3_600_000;
const isUnavailable = (error: unknown) => error instanceof PaypalUnavailable;

/**
 * Runs the monthly payouts until they succeed, despite several crashes of the service and injected PayPal faults.
 * Returns the number of crashes.
 */
export async function payday(
  affiliate: TestAffiliate,
  random: Random,
  paypal: FakePaypal,
  lives: Life[],
  month: number,
): Promise<number> {
  affiliate.setTime(new Date(monthStart(month).getTime() + random.whole(0, 20) * hourMs));
  const [first] = lives;
  if (!first) return 0;
  for (const life of lives) {
    const cents = payableCents(life, month);
    if (cents > 0) life.payouts.push({ month, cents, hasFailed: false, hasArrived: false });
  }
  paypal.setFault(troubled(random));
  const deaths = await throughCrashes(
    random,
    affiliate.deps,
    { times: 6, withinQueries: 80 },
    (deps) => payMonthly(deps),
    isUnavailable,
  );
  paypal.setFault(undefined);
  await payMonthly(affiliate.deps);
  // Advance the clock by more than a day, because the next batch is sent only a day after PayPal has denied one.
  affiliate.setTime(new Date(affiliate.deps.clock().getTime() + 30 * hourMs));
  await Promise.all([payMonthly(affiliate.deps), payMonthly(affiliate.deps)]);
  return deaths;
}

/** Returns random PayPal faults: errors before or after the call is executed, and closed connections. */
function troubled(random: Random): () => PaypalFault | undefined {
  let left = random.whole(0, 5);
  return () => {
    if (left <= 0 || random.chance(0.5)) return undefined;
    left -= 1;
    return random.pick<PaypalFault>([
      { status: 500 },
      { status: 500, afterEffect: true },
      { status: 429 },
      'cut-after-effect',
    ]);
  };
}

/** Settles payout items in the fake PayPal, and lets the affiliate service read the results. */
export async function settleAtPaypal(
  affiliate: TestAffiliate,
  random: Random,
  paypal: FakePaypal,
): Promise<void> {
  for (const batch of paypal.batches()) {
    const isNew = batch.status === 'PENDING';
    if (isNew && random.chance(0.1)) paypal.setBatchStatus(batch.paypalBatchId, 'DENIED');
    if (batch.status === 'DENIED') continue;
    batch.status = 'PROCESSING';
    for (const item of batch.items) {
      if (['PENDING', 'UNCLAIMED'].includes(item.status)) {
        item.status = random.pick([
          ...Array(15).fill('SUCCESS'),
          'RETURNED',
          'FAILED',
          'UNCLAIMED',
          'PENDING',
        ]);
      }
    }
  }
  await throughCrashes(random, affiliate.deps, { times: 4, withinQueries: 60 }, (deps) =>
    readResults(deps, deps.paypal ?? never()),
  );
}

function never(): never {
  throw new Error('PayPal is not configured');
}

/**
 * Records the outcome of each payout in the ledgers. The outcomes come from the fake PayPal and not from the affiliate
 * service.
 */
export function noteWhatArrived(paypal: FakePaypal, lives: Life[], payoutMonths: Map<string, Life>): void {
  const items = paypal
    .batches()
    .filter(({ status }) => status !== 'DENIED')
    .flatMap((batch) => batch.items);
  for (const { sender_item_id: id, note, status } of items) {
    const payout = payoutMonths.get(id)?.payouts.find(({ month }) => month === monthOf(note));
    if (payout) Object.assign(payout, { hasArrived: status === 'SUCCESS', hasFailed: isBack(status) });
  }
  for (const { history, payouts } of lives) {
    if (history.hasFaultyAddress) for (const payout of payouts) payout.hasFailed = true;
  }
}

const isBack = (status: string) => ['RETURNED', 'FAILED'].includes(status);

/**
 * Returns the number of months from January 2026 to the month of a payout. The note to the receiver ends with the
 * month, such as "2026-05".
 */
function monthOf(note: string): number {
  const [, year, month] = /(\d{4})-(\d\d)$/.exec(note) ?? [];
  return (Number(year) - 2026) * 12 + Number(month) - 1;
}
