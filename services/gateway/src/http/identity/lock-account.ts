import { AppError } from '@gossamer/service-kit/errors';
import type { Transaction } from 'kysely';
import type { AccountRow, GatewayTables } from '../../db/schema.ts';
import type { Member } from './identity.ts';

/**
 * Locks an account until the transaction ends. Transactions that change accounts acquire this lock first, before
 * emails, tokens and sessions, to avoid deadlocks. Uploads only reference the account and are not blocked. Returns
 * undefined if the account does not exist or its password has changed since it was verified.
 */
export function lockAccount(
  trx: Transaction<GatewayTables>,
  id: string,
  checkedHash?: string,
): Promise<AccountRow | undefined> {
  let query = trx.selectFrom('accounts').selectAll().where('id', '=', id).forNoKeyUpdate();
  if (checkedHash !== undefined) query = query.where('passwordHash', '=', checkedHash);
  return query.executeTakeFirst();
}

/**
 * Locks a member's account until the transaction ends. Rejects the request if its session has ended in the meantime, so
 * that a password reset also stops requests in flight.
 * @throws AppError `unauthorized`
 */
export async function lockMember(
  trx: Transaction<GatewayTables>,
  { account, sessionId }: Pick<Member, 'account' | 'sessionId'>,
): Promise<AccountRow> {
  const locked = await lockAccount(trx, account.id);
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('accountId', '=', account.id)
    .executeTakeFirst();
  if (!locked || !session) throw new AppError('unauthorized');
  return locked;
}
