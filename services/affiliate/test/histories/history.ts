import type { FactName, FactPayload } from '@gossamer/contracts/facts';
import type { Random } from './random.ts';

/** Number of months in a history, starting with January 2026. */
export const monthCount = 14;
const monthMs = 30 * 24 * 3_600_000;
/** Returns the start of a month. Months are numbered from 0, which is January 2026. */
export const monthStart = (month: number) => new Date(Date.UTC(2026, month, 1));

/** An event in a partner's history. `month` is the month in which the affiliate service receives the event. */
export type Happening = { month: number } & (
  | { kind: 'fact'; name: FactName; key: string; version: number; payload: unknown }
  | { kind: 'click'; day: string; visitor: string; isBot: boolean }
  | { kind: 'partnersEmail'; email: string }
  | { kind: 'payoutEmail'; email: string }
);

/** Month from which a payment is known to be a self-referral, or undefined if it is not a self-referral. */
export type OwnFrom = number | undefined;

export interface TruePayment {
  id: string;
  accountId: string;
  amountCents: number;
  currency: string;
  paidAt: Date;
  isReferred: boolean;
  /** Month from which the member's sign-up is known to be a self-referral, or undefined if it is not. */
  ownFrom: OwnFrom;
}

export interface History {
  partner: { accountId: string; email: string; contact: string };
  /** Payout address of the partner, or undefined if the partner never sets an address. */
  payoutEmail: { month: number; email: string } | undefined;
  happenings: Happening[];
  payments: TruePayment[];
  clicks: { day: string; visitor: string; isBot: boolean }[];
  goneInMonth: number | undefined;
  /** Whether PayPal rejects the payout address. */
  hasFaultyAddress: boolean;
}

interface Sketch {
  random: Random;
  id: string;
  history: History;
  /** The partner's own card, and the month of the first payment with this card. */
  card: { fingerprint: string; knownFrom: number };
}

/**
 * Generates the random history of a partner and the referred members. `CODE` is a placeholder for the partner's code,
 * which the affiliate service generates.
 */
export function inventHistory(random: Random, id: string): History {
  const partner = { accountId: `partner${id}`, email: `p${id}@x.example`, contact: `c${id}@x.example` };
  const payoutEmail = random.chance(0.92)
    ? { month: random.whole(0, 4), email: `pay${id}@x.example` }
    : undefined;
  const history: History = {
    partner,
    payoutEmail,
    happenings: [],
    payments: [],
    clicks: [],
    hasFaultyAddress: random.chance(0.03),
    goneInMonth: random.chance(0.04) ? random.whole(3, monthCount - 1) : undefined,
  };
  const knownFrom = random.chance(0.6) ? random.whole(0, 8) : monthCount + 1;
  const sketch = { random, id, history, card: { fingerprint: `own${id}`, knownFrom } };
  if (payoutEmail) history.happenings.push({ kind: 'payoutEmail', ...payoutEmail });
  if (knownFrom < monthCount) payOwn(sketch, knownFrom);
  for (let member = random.whole(0, 12); member > 0; member -= 1) inventMember(sketch, member);
  for (let click = random.whole(0, 12); click > 0; click -= 1) inventClick(sketch);
  if (history.goneInMonth !== undefined) {
    const { accountId } = partner;
    addFact(sketch, history.goneInMonth, 'account.deleted', accountId, 2, { accountId });
  }
  return history;
}

/** Adds a payment for the partner's own subscription with the partner's card. This payment never earns a commission. */
function payOwn({ random, history, card, id }: Sketch, month: number): void {
  const payment = {
    id: `in_own${id}`,
    accountId: history.partner.accountId,
    amountCents: 900,
    currency: 'usd',
    paidAt: inMonth(random, month),
    isReferred: false,
    ownFrom: 0,
  };
  const { id: paymentId, accountId, amountCents, currency } = payment;
  const payload = { paymentId, accountId, amountCents, currency, cardFingerprint: card.fingerprint };
  history.payments.push(payment);
  addFact({ random, history, id, card }, month, 'payment.succeeded', paymentId, 1, {
    ...payload,
    paidAt: payment.paidAt.toISOString(),
  });
}

function inventMember(sketch: Sketch, number: number): void {
  const { random, id, history, card } = sketch;
  const accountId = `member${id}x${number}`;
  const joined = random.whole(0, monthCount - 2);
  const isReferred = random.chance(0.85);
  const { email, ownFrom: ownByEmail } = inventEmail(sketch, number, joined);
  const referralCode = isReferred ? 'CODE' : random.pick([undefined, 'UNKNOWN1']);
  const created = { accountId, email, ...(referralCode !== undefined && { referralCode }) };
  addFact(sketch, joined, 'account.created', accountId, 1, created);
  const months = random.whole(0, monthCount - 1 - joined);
  for (let month = joined; month < joined + months; month += 1) {
    const byOwnCard = random.chance(0.04);
    const payment: TruePayment = {
      id: `in_${id}x${number}x${month}`,
      accountId,
      isReferred,
      paidAt: inMonth(random, month),
      amountCents: random.pick([900, 900, 450, 2_999, 4_321, 333, 3, 1, 899]),
      currency: random.chance(0.02) ? 'eur' : 'usd',
      ownFrom: byOwnCard ? Math.min(card.knownFrom, ownByEmail ?? card.knownFrom) : ownByEmail,
    };
    history.payments.push(payment);
    addPayment(sketch, payment, month, byOwnCard ? card.fingerprint : random.pick([`${accountId}`, null]));
  }
  // Delete only accounts whose email address does not belong to the partner, because addresses of deleted accounts can
  // no longer be compared.
  if (ownByEmail === undefined && random.chance(0.1)) {
    addFact(sketch, joined + months, 'account.deleted', accountId, 2, { accountId });
  }
}

/** Returns the email address of a member: usually a new address, sometimes one that the partner uses now or later. */
function inventEmail({ random, id, history }: Sketch, number: number, joined: number) {
  const own = `m${number}of${id}@y.example`;
  if (random.chance(0.06)) return { email: history.partner.email.replace('@', '+a@'), ownFrom: 0 };
  if (random.chance(0.03)) return { email: history.partner.contact.toUpperCase(), ownFrom: 0 };
  if (random.chance(0.04)) {
    const month = random.whole(joined, monthCount - 1);
    history.happenings.push({ month, kind: 'partnersEmail', email: own.replace('@', '+b@') });
    return { email: own, ownFrom: month };
  }
  return { email: own, ownFrom: undefined };
}

/** Adds the facts about a payment: the payment itself and, at random, partial refunds or a dispute and its outcome. */
function addPayment(
  sketch: Sketch,
  payment: TruePayment,
  month: number,
  cardFingerprint: string | null,
): void {
  const { random } = sketch;
  const { id: paymentId, accountId, amountCents, currency } = payment;
  const payload = {
    paymentId,
    accountId,
    amountCents,
    currency,
    paidAt: payment.paidAt.toISOString(),
    cardFingerprint,
  };
  // Delay some facts by one or two months.
  const late = () => (random.chance(0.05) ? random.whole(1, 2) : 0);
  addFact(sketch, month + late(), 'payment.succeeded', paymentId, 1, payload);
  let version = 1;
  let at = month;
  const takeBack = (refundedCents: number) => {
    version += 1;
    at += random.whole(0, 3);
    addFact(sketch, at + late(), 'payment.refunded', paymentId, version, { ...payload, refundedCents });
  };
  const fate = random.next();
  if (fate < 0.08) takeBack(amountCents);
  else if (fate < 0.14) {
    const part = random.whole(1, amountCents);
    takeBack(part);
    if (random.chance(0.5)) takeBack(random.whole(part, amountCents));
  } else if (fate < 0.2) {
    takeBack(amountCents);
    if (random.chance(0.5)) takeBack(0);
  }
}

function inventClick({ random, id, history }: Sketch): void {
  const month = random.whole(0, monthCount - 1);
  const day = new Date(monthStart(month).getTime() + random.whole(0, 27) * (monthMs / 30))
    .toISOString()
    .slice(0, 10);
  const click = { day, visitor: `visitor${random.whole(1, 4)}of${id}`, isBot: random.chance(0.2) };
  history.clicks.push(click);
  for (let times = random.whole(1, 3); times > 0; times -= 1) {
    history.happenings.push({ month, kind: 'click', ...click });
  }
}

function inMonth(random: Random, month: number): Date {
  return new Date(monthStart(month).getTime() + random.whole(0, 27 * 86_400) * 1_000);
}

function addFact<N extends FactName>(
  { history }: Sketch,
  month: number,
  name: N,
  key: string,
  version: number,
  payload: FactPayload<N>,
): void {
  if (month >= monthCount) return;
  history.happenings.push({ month, kind: 'fact', name, key, version, payload });
}
