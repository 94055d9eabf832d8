import type { FactPayload } from '@gossamer/contracts/facts';
import { type Happening, type History, monthStart, type TruePayment } from './history.ts';

/*
 * Calculates a partner's expected amounts from the history, independently of the database and the code of the affiliate
 * service. Amounts are in whole cents, a commission is a quarter of the payment (integer division), a hold lasts
 * 30 × 24 hours, and the minimum payout is 2,500 cents.
 */

const holdMs = 30 * 24 * 60 * 60 * 1_000;

export interface Payout {
  month: number;
  cents: number;
  hasFailed: boolean;
  hasArrived: boolean;
}

export interface Ledger {
  history: History;
  heard: Happening[];
  payouts: Payout[];
}

interface Share {
  full: number;
  left: number;
  dueAt: number;
}

const quarter = (cents: number) => (cents - (cents % 4)) / 4;

/** Returns the commission for each payment, based on the facts known at the end of a month. */
export function sharesOf({ history, heard }: Ledger, month: number): Share[] {
  return history.payments.flatMap((payment) => {
    const isOwn = payment.ownFrom !== undefined && payment.ownFrom <= month;
    const state = stateOf(payment, heard);
    if (!state || !payment.isReferred || payment.currency !== 'usd') return [];
    if (
      !heard.some(
        (one) => one.kind === 'fact' && one.name === 'account.created' && one.key === payment.accountId,
      )
    )
      return [];
    const full = quarter(payment.amountCents);
    const left = isOwn ? 0 : quarter(payment.amountCents - state.refundedCents);
    return [{ full, left, dueAt: payment.paidAt.getTime() + holdMs }];
  });
}

/** Returns the latest known state of a payment, or undefined if no fact about the payment has arrived. */
function stateOf(payment: TruePayment, heard: Happening[]): { refundedCents: number } | undefined {
  let newest = 0;
  let refundedCents = 0;
  for (const one of heard) {
    if (one.kind !== 'fact' || one.key !== payment.id || one.version < newest) continue;
    newest = one.version;
    refundedCents =
      one.name === 'payment.refunded' ? (one.payload as FactPayload<'payment.refunded'>).refundedCents : 0;
  }
  return newest === 0 ? undefined : { refundedCents };
}

export const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

const standing = (payouts: Payout[]) =>
  sum(payouts.filter(({ hasFailed }) => !hasFailed).map(({ cents }) => cents));

/** Returns the amount in cents that the payout run on the first of a month must pay, or 0 if nothing is payable. */
export function payableCents(ledger: Ledger, month: number): number {
  const { payoutEmail, goneInMonth } = ledger.history;
  if (!payoutEmail || payoutEmail.month >= month) return 0;
  if (goneInMonth !== undefined && goneInMonth < month) return 0;
  const cutoff = monthStart(month).getTime();
  const earned = sum(
    sharesOf(ledger, month - 1)
      .filter(({ dueAt }) => dueAt <= cutoff)
      .map(({ left }) => left),
  );
  const balance = earned - standing(ledger.payouts);
  return balance >= 2_500 ? balance : 0;
}

/** Returns the earnings that the dashboard must show at time `now`. */
export function earningsAt(ledger: Ledger, month: number, now: Date) {
  const shares = sharesOf(ledger, month);
  const isHeld = ({ dueAt }: Share) => dueAt > now.getTime();
  const due = shares.filter((share) => !isHeld(share)).map(({ left }) => left);
  const going = ledger.payouts.filter(({ hasFailed, hasArrived }) => !hasFailed && !hasArrived);
  return {
    heldCents: sum(shares.filter(isHeld).map(({ left }) => left)),
    dueCents: sum(due) - standing(ledger.payouts),
    inPayoutCents: sum(going.map(({ cents }) => cents)),
    paidCents: sum(ledger.payouts.filter(({ hasArrived }) => hasArrived).map(({ cents }) => cents)),
  };
}

export function clicksOf({ history }: Ledger): number {
  const counted = history.clicks.filter(({ isBot }) => !isBot).map(({ day, visitor }) => `${day} ${visitor}`);
  return new Set(counted).size;
}
