import { AppError } from '@gossamer/service-kit/errors';
import type { Transaction } from 'kysely';
import type { AccountRow, GatewayTables } from '../../db/schema.ts';
import type { Member } from './identity.ts';

/**
 * Locks an account until the transaction ends. What changes accounts takes this lock first, before mails, tokens and
 * sessions, so that two of them never wait for each other; uploads, which only refer to the account, go on. Returns undefined
 * when the account is gone, or its password is no longer the one that was checked.
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
 * Locks a member's account until the transaction ends. Rejects the request when its session has ended since it began, so
 * that a password reset also stops requests that are under way. @throws AppError `unauthorized`
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
