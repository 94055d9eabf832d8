import { mailLinkMs } from '@gossamer/contracts/accounts';
import type { Kysely } from 'kysely';
import type { GatewayTables, MailRow } from '../db/schema.ts';
import { mailTokenHash } from '../http/identity/mail-token-hash.ts';
import { newId } from '../http/identity/new-id.ts';

type Db = Kysely<GatewayTables>;

/** Lease of a claimed email in ms. If it expires, the process that claimed the email is considered crashed. */
const claimMs = 5 * 60_000;

/** Claims due emails, starting with the one that has been due longest. Concurrent processes claim different emails. */
export function claimMails(db: Db, now: Date, limit: number): Promise<MailRow[]> {
  const due = db
    .selectFrom('mails')
    .select('id')
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('mails')
    .set((update) => ({
      attempts: update('attempts', '+', 1),
      nextAttemptAt: new Date(now.getTime() + claimMs),
    }))
    .where('id', 'in', due)
    .returningAll()
    .execute();
}

/**
 * Creates the token for the link in a claimed email. Returns undefined if the email was revoked. The account and the
 * email are locked until the token is inserted, so that a concurrent revocation finds the token.
 */
export function makeToken(
  db: Db,
  mail: MailRow,
  purpose: 'reset' | 'verify',
  now: Date,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const { accountId } = mail;
    if (accountId === null) return undefined;
    await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forShare().execute();
    const held = await trx.selectFrom('mails').select('id').where('id', '=', mail.id).forUpdate().execute();
    if (held.length === 0) return undefined;
    const token = newId();
    await trx
      .insertInto('mailTokens')
      .values({
        hash: mailTokenHash(token),
        accountId,
        purpose,
        email: mail.email,
        expiresAt: new Date(now.getTime() + mailLinkMs[purpose]),
      })
      .execute();
    return token;
  });
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

export async function postponeMail(db: Db, id: string, nextAttemptAt: Date): Promise<void> {
  await db.updateTable('mails').set({ nextAttemptAt }).where('id', '=', id).execute();
}
