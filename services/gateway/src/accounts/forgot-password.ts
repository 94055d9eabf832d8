import { sql } from 'kysely';
import type { GatewayDeps } from '../deps.ts';
import { newId } from '../http/identity/new-id.ts';
import { tryAttempt } from '../limits/attempts.ts';
import { emailKeyOf } from './account-queries.ts';
import { emailResets } from './attempt-limits.ts';

/**
 * Emails a link for setting a new password if the account exists and the hourly limit has not been reached. Runs the
 * same statements if the account does not exist, so that neither the response nor its duration reveals this.
 */
export async function forgotPassword(
  deps: GatewayDeps,
  email: string,
  addressSubject: string,
): Promise<void> {
  const emailKey = emailKeyOf(email);
  const now = deps.clock();
  for (const limit of emailResets(emailKey, addressSubject))
    if (!(await tryAttempt(deps.db, limit, now))) return;
  await deps.db.transaction().execute(async (trx) => {
    // Commit without waiting for the write to disk, because its duration would reveal that an account exists.
    await sql`set local synchronous_commit = off`.execute(trx);
    await sql`
      insert into mails (id, kind, account_id, email, first_name, language, next_attempt_at, created_at)
      select ${newId()}, 'reset', id, email, first_name, preferred_language, ${now}, ${now}
      from accounts where email_key = ${emailKey}`.execute(trx);
  });
}
