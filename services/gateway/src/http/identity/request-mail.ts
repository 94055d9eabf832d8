import type { Transaction } from 'kysely';
import type {
  AccountRow,
  CreatedKeyDetails,
  GatewayTables,
  MailKind,
  PasswordChangeDetails,
} from '../../db/schema.ts';
import { newId } from './new-id.ts';

/** Queues an email to an account. The email is sent after the transaction commits. */
export async function requestMail(
  trx: Transaction<GatewayTables>,
  kind: MailKind,
  account: AccountRow,
  now: Date,
  {
    email = account.email,
    details,
  }: { email?: string; details?: PasswordChangeDetails | CreatedKeyDetails } = {},
): Promise<void> {
  await trx
    .insertInto('mails')
    .values({
      id: newId(),
      kind,
      // These emails must be sent even if the account is deleted, so they do not reference the account.
      accountId: kind === 'accountDeleted' || kind === 'emailChanged' ? null : account.id,
      email,
      firstName: account.firstName,
      language: account.preferredLanguage,
      details: details && JSON.stringify(details),
      nextAttemptAt: now,
      createdAt: now,
    })
    .execute();
}
