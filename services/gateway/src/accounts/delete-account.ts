import { publish } from '@gossamer/service-kit/events/outbox';
import type { Transaction } from 'kysely';
import { erase } from '../compressions/results/erase.ts';
import { type KeyedRow, keyedColumns, namedKeys } from '../compressions/results/unused-keys.ts';
import type { GatewayTables } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { requestMail } from '../http/identity/request-mail.ts';
import { loginSubject } from './attempt-limits.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';

type Trx = Transaction<GatewayTables>;

const batchSize = 2_000;

/**
 * Deletes an account and all its data: first the rows in one transaction, then files and jobs.
 * @throws AppError `wrong_password`, `too_many_attempts`
 */
export async function deleteAccount(deps: GatewayDeps, member: Member, password: string): Promise<void> {
  const { account } = member;
  await confirmPassword(deps, member, password);
  const { id } = account;
  const erasable = await deps.db.transaction().execute(async (trx) => {
    // Locking the account also blocks concurrent uploads, because their rows reference the account.
    const current = await trx
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', id)
      .where('passwordHash', '=', account.passwordHash)
      .forUpdate()
      .executeTakeFirst();
    if (!current) throw wrongPassword();
    await publish(trx, 'account.deleted', { key: id, version: 2, payload: { accountId: id } });
    // Do not send emails to an unconfirmed address, which may belong to another person.
    if (current.emailVerifiedAt) await requestMail(trx, 'accountDeleted', current, deps.clock());
    const rows = await deleteCompressions(trx, id);
    // Delete the totals of compressions that were pruned before the visitor became a member.
    await trx.deleteFrom('compressionSums').where('owner', '=', `member:${id}`).execute();
    // Deleting the account also deletes its sessions, links, tokens, saved settings and pending emails by cascade.
    await trx.deleteFrom('accounts').where('id', '=', id).execute();
    return rows;
  });
  // Delete the counters outside the transaction, to avoid a deadlock: uploads lock counters before they wait for the
  // account lock.
  const subjects = [`member:${id}`, loginSubject(account.emailKey)];
  await deps.db.deleteFrom('counters').where('subject', 'in', subjects).execute();
  await erase(deps, erasable);
}

/**
 * Deletes an account's compressions and returns those that may have files or a job. Works in batches, because
 * statements time out after a few seconds.
 */
async function deleteCompressions(trx: Trx, accountId: string): Promise<KeyedRow[]> {
  // Lock pending rows before a batch locks the owner's totals. Finalization uses the same order, to avoid deadlocks.
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
      .returning([...keyedColumns, 'status'])
      .execute();
    erasable.push(...rows.filter((row) => row.status === 'pending' || namedKeys(row).length > 0));
    if (rows.length < batchSize) return erasable;
  }
}
