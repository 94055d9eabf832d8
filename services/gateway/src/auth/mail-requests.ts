import type { Transaction } from 'kysely';
import type {
  AccountRow,
  CreatedKeyDetails,
  GatewayTables,
  MailKind,
  PasswordChangeDetails,
} from '../db/schema.ts';
import { newId } from '../identity/new-id.ts';

type Trx = Transaction<GatewayTables>;

/** Asks for a mail: it is sent once the transaction commits, and never when it does not. */
export async function requestMail(
  trx: Trx,
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
      // What tells of a deletion or a new address must outlive the account.
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

/**
 * Takes the worth from every link that was or will be mailed, so that whoever asked for one before a change cannot use
 * it afterwards; the account's own confirmation may be spared. Mails first: their sender holds them while it makes a token.
 */
export async function revokeLinks(trx: Trx, accountId: string, sparedEmail?: string): Promise<void> {
  let mails = trx
    .deleteFrom('mails')
    .where('accountId', '=', accountId)
    .where('kind', 'in', ['verify', 'reset']);
  let tokens = trx.deleteFrom('mailTokens').where('accountId', '=', accountId);
  if (sparedEmail !== undefined) {
    mails = mails.where((where) =>
      where.or([where('kind', '=', 'reset'), where('email', '!=', sparedEmail)]),
    );
    tokens = tokens.where((where) =>
      where.or([where('purpose', '=', 'reset'), where('email', '!=', sparedEmail)]),
    );
  }
  await mails.execute();
  await tokens.execute();
}
