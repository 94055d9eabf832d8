import { refundRequestBody } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { Insertable, Transaction } from 'kysely';
import type { AccountRow, GatewayTables, MailsTable, RefundDetails } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { newId } from '../http/identity/new-id.ts';
import { parseBody } from '../http/parse-body.ts';
import { countAttempt } from '../limits/attempts.ts';
import { memberRefundRequests } from './attempt-limits.ts';
import { requireBilling } from './require-billing.ts';

/**
 * Records a member's refund request in billing and sends emails to support and to the member. Billing is idempotent, so
 * a request whose emails were lost can be repeated.
 * @throws AppError `invalid_reason`, `too_many_attempts`, `refund_already_requested`, and errors from billing
 */
export async function requestRefund(
  deps: GatewayDeps,
  { account, owner }: Member,
  requestId: string,
  body: unknown,
): Promise<void> {
  const billing = requireBilling(deps);
  const { reason } = parseBody(refundRequestBody, body ?? {});
  await countAttempt(deps, [memberRefundRequests(owner)]);
  const facts = await billing.requestRefund({ requestId, account });
  await deps.db.transaction().execute(async (trx) => {
    // Lock the account before inserting the emails, so that the account cannot be deleted in between.
    const current = await trx
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', account.id)
      .forShare()
      .executeTakeFirst();
    if (!current) throw new AppError('unauthorized');
    const now = deps.clock();
    const { invoiceId } = facts;
    const isFirst = await noteRequest(trx, { invoiceId, accountId: current.id, requestedAt: now });
    if (!isFirst) throw new AppError('refund_already_requested');
    const { firstName, lastName, email, plan } = current;
    const details = { ...facts, firstName, lastName, email, plan, reason, accountId: current.id };
    const mails = [toSupport(current, deps.config.supportEmail), toMember(current)];
    await trx
      .insertInto('mails')
      .values(mails.map((mail) => ({ ...mail, ...filedAt(now), details: toJson(details) })))
      .execute();
  });
}

const toJson = (details: RefundDetails) => JSON.stringify(details);
const filedAt = (now: Date) => ({ id: newId(), nextAttemptAt: now, createdAt: now });

type Mail = Pick<Insertable<MailsTable>, 'kind' | 'accountId' | 'email' | 'firstName' | 'language'>;

/**
 * Returns the email that notifies the support team. It is sent even if the account has been deleted, because the refund
 * must still be handled.
 */
const toSupport = ({ firstName }: AccountRow, email: string): Mail => ({
  kind: 'refundRequest',
  accountId: null,
  email,
  firstName,
  language: 'en' as const,
});

const toMember = ({ id: accountId, email, firstName, preferredLanguage: language }: AccountRow): Mail => ({
  kind: 'refundRequested',
  accountId,
  email,
  firstName,
  language,
});

/** Inserts the refund request. Returns false if a refund of the payment was requested before. */
async function noteRequest(
  trx: Transaction<GatewayTables>,
  request: GatewayTables['refundRequests'],
): Promise<boolean> {
  const noted = await trx
    .insertInto('refundRequests')
    .values(request)
    .onConflict((conflict) => conflict.column('invoiceId').doNothing())
    .returning('invoiceId')
    .executeTakeFirst();
  return noted !== undefined;
}
