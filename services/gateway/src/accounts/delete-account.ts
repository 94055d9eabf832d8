import { publish } from '@gossamer/service-kit/events/outbox';
import type { Transaction } from 'kysely';
import { erase } from '../compressions/results/erase.ts';
import { type KeyedRow, namedKeys } from '../compressions/results/unused-keys.ts';
import type { GatewayTables } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { requestMail } from '../http/identity/request-mail.ts';
import { loginSubject } from './attempt-limits.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';

type Trx = Transaction<GatewayTables>;

const batchSize = 2_000;

/**
 * Ends an account and everything that is its: rows in one transaction, files and jobs after it.
 * @throws AppError `wrong_password`, `too_many_attempts`
 */
export async function deleteAccount(deps: GatewayDeps, member: Member, password: string): Promise<void> {
  const { account } = member;
  await confirmPassword(deps, member, password);
  const { id } = account;
  const erasable = await deps.db.transaction().execute(async (trx) => {
    // Held against uploads too, which refer to it: none comes in between.
    const current = await trx
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', id)
      .where('passwordHash', '=', account.passwordHash)
      .forUpdate()
      .executeTakeFirst();
    if (!current) throw wrongPassword();
    await publish(trx, 'account.deleted', { key: id, version: 2, payload: { accountId: id } });
    // An unconfirmed address may belong to another person.
    if (current.emailVerifiedAt) await requestMail(trx, 'accountDeleted', current, deps.clock());
    const rows = await deleteCompressions(trx, id);
    // What is left of rows that were deleted with time, before the visitor became a member.
    await trx.deleteFrom('compressionSums').where('owner', '=', `member:${id}`).execute();
    // Sessions, links, tokens and waiting mails go with it.
    await trx.deleteFrom('accounts').where('id', '=', id).execute();
    return rows;
  });
  // Not in the transaction: uploads hold counters while they wait for the account.
  const subjects = [`member:${id}`, loginSubject(account.emailKey)];
  await deps.db.deleteFrom('counters').where('subject', 'in', subjects).execute();
  await erase(deps, erasable);
}

/** Returns the rows that may still have files or a job. In batches, since a statement has only seconds. */
async function deleteCompressions(trx: Trx, accountId: string): Promise<KeyedRow[]> {
  // A batch locks the owner's sums. Whoever settles a row locks the row first, so no row may still be finalized from here on.
  await trx
    .selectFrom('compressions')
    .select('id')
    .where('accountId', '=', accountId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute();
  const erasable: KeyedRow[] = [];
  for (;;) {
    const batch = trx
      .selectFrom('compressions')
      .select('id')
      .where('accountId', '=', accountId)
      .limit(batchSize);
    const rows = await trx
      .deleteFrom('compressions')
      .where('id', 'in', batch)
      .returning(['id', 'status', 'originalKey', 'resultKey', 'previewKey'])
      .execute();
    erasable.push(...rows.filter((row) => row.status === 'pending' || namedKeys(row).length > 0));
    if (rows.length < batchSize) return erasable;
  }
}
