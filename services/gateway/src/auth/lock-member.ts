import { AppError } from '@gossamer/service-kit/errors';
import type { Transaction } from 'kysely';
import type { AccountRow, GatewayTables } from '../db/schema.ts';
import type { Member } from '../identity/identity.ts';
import { lockAccount } from './account-queries.ts';

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
