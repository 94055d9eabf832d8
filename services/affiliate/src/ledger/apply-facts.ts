import type { FactPayload } from '@gossamer/contracts/facts';
import type { FactHandlers } from '@gossamer/service-kit/events/inbox';
import { sql, type Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import { utcDay } from './calendar.ts';
import { learnEmails } from './learn-emails.ts';
import { lockAccount, lockPartners } from './lock.ts';
import { settleCommission, settleCommissionsOf } from './settle-commission.ts';

type Trx = Transaction<AffiliateTables>;

/**
 * Returns the handlers of facts (domain events) from the gateway and the billing service. Facts may be late, duplicated
 * or out of order: a payment can arrive before its account. Each handler therefore stores the fact and recalculates all
 * dependent data.
 */
export function factHandlers(clock: () => Date): FactHandlers<'affiliate', AffiliateTables> {
  return {
    'account.created': (trx, payload) => noteAccount(trx, payload, clock()),
    'account.deleted': (trx, { accountId }) => deleteAccount(trx, accountId, clock()),
    'payment.succeeded': (trx, payload) => notePayment(trx, { ...payload, refundedCents: 0 }, clock()),
    'payment.refunded': (trx, payload) => notePayment(trx, payload, clock()),
  };
}

async function noteAccount(
  trx: Trx,
  { accountId, email, referralCode }: FactPayload<'account.created'>,
  now: Date,
): Promise<void> {
  const account = await lockAccount(trx, accountId);
  const referrer = await findReferrer(trx, referralCode, accountId);
  if (referrer) {
    await trx
      .updateTable('accounts')
      .set({ partnerId: referrer.id, referredOn: utcDay(now) })
      .where('accountId', '=', accountId)
      .execute();
  }
  await learnEmails(trx, { ...account, partnerId: referrer?.id ?? account.partnerId }, [email]);
  await settleCommissionsOf(trx, accountId);
}

/** Returns the active partner with the given code, unless the referred account belongs to that partner. */
function findReferrer(trx: Trx, code: string | undefined, accountId: string) {
  return trx
    .selectFrom('partners')
    .select('id')
    .where('code', '=', code?.toUpperCase() ?? '')
    .where('closedAt', 'is', null)
    .where('accountId', '!=', accountId)
    .executeTakeFirst();
}

async function notePayment(trx: Trx, payload: FactPayload<'payment.refunded'>, now: Date): Promise<void> {
  const { paymentId, accountId, cardFingerprint } = payload;
  const account = await lockAccount(trx, accountId);
  const own = await trx
    .selectFrom('partners')
    .select('id')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  await lockPartners(trx, [account.partnerId, own?.id]);
  const read = {
    amountCents: payload.amountCents,
    refundedCents: Math.min(payload.refundedCents, payload.amountCents),
    currency: payload.currency,
    paidAt: payload.paidAt ? new Date(payload.paidAt) : now,
    cardFingerprint,
  };
  await trx
    .insertInto('payments')
    .values({ paymentId, accountId, ...read })
    // Keep the first stored values of a payment's immutable fields. Only the card fingerprint can be added later.
    .onConflict((conflict) =>
      conflict.column('paymentId').doUpdateSet((update) => ({
        refundedCents: read.refundedCents,
        cardFingerprint: update.fn.coalesce(
          'payments.cardFingerprint',
          sql<string | null>`excluded.card_fingerprint`,
        ),
      })),
    )
    .execute();
  if (cardFingerprint !== null && account.deletedAt === null) {
    const isNew = await learnCard(trx, accountId, cardFingerprint);
    if (isNew && own) await settlePaidWith(trx, own.id, cardFingerprint);
  }
  await settleCommission(trx, paymentId);
}

async function learnCard(trx: Trx, accountId: string, fingerprint: string): Promise<boolean> {
  const noted = await trx
    .insertInto('accountCards')
    .values({ accountId, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .returning('fingerprint')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Recalculates the commissions on payments made with a card that the partner has also used. */
async function settlePaidWith(trx: Trx, partnerId: string, fingerprint: string): Promise<void> {
  const payments = await trx
    .selectFrom('payments')
    .innerJoin('accounts', 'accounts.accountId', 'payments.accountId')
    .select('paymentId')
    .where('partnerId', '=', partnerId)
    .where('cardFingerprint', '=', fingerprint)
    .orderBy('paymentId')
    .execute();
  for (const { paymentId } of payments) await settleCommission(trx, paymentId);
}

/**
 * Deletes an account's personal data. Commissions on the account's payments remain. If the account belongs to a
 * partner, the partner earns no further commissions and gets no new payouts. Existing payouts are still paid, because
 * they contain a copy of the payout address.
 */
async function deleteAccount(trx: Trx, accountId: string, now: Date): Promise<void> {
  await lockAccount(trx, accountId);
  await trx.updateTable('accounts').set({ deletedAt: now }).where('accountId', '=', accountId).execute();
  await trx.deleteFrom('accountEmails').where('accountId', '=', accountId).execute();
  await trx.deleteFrom('accountCards').where('accountId', '=', accountId).execute();
  await trx
    .updateTable('partners')
    .set({ name: '', email: '', website: '', description: '', payoutEmail: null, closedAt: now })
    .where('accountId', '=', accountId)
    .execute();
  await trx
    .updateTable('payouts')
    .set({ payoutEmail: '' })
    .where('status', 'in', ['paid', 'failed'])
    .where('partnerId', 'in', (of) =>
      of.selectFrom('partners').select('id').where('accountId', '=', accountId),
    )
    .execute();
}
