import type { Kysely, Transaction } from 'kysely';
import type { AccountRow, GatewayTables } from '../db/schema.ts';

type Db = Kysely<GatewayTables>;

/** How addresses are compared. */
export const emailKeyOf = (email: string): string => email.toLowerCase();

export function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('emailKey', '=', emailKeyOf(email)).executeTakeFirst();
}

/**
 * Holds an account until the transaction ends. What changes accounts takes this lock first, before mails, tokens and
 * sessions, so that two of them never wait for each other; uploads, which only refer to the account, go on. Undefined when the account is gone, or when its password
 * is no longer the one that was checked.
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

export function setNames(
  db: Db,
  id: string,
  names: Pick<AccountRow, 'firstName' | 'lastName'>,
): Promise<AccountRow | undefined> {
  const { firstName, lastName } = names;
  return db
    .updateTable('accounts')
    .set({ firstName, lastName })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function setLanguage(
  db: Db,
  id: string,
  preferredLanguage: AccountRow['preferredLanguage'],
): Promise<void> {
  await db.updateTable('accounts').set({ preferredLanguage }).where('id', '=', id).execute();
}
