import type { Kysely } from 'kysely';
import type { AccountRow, GatewayTables } from '../db/schema.ts';

type Db = Kysely<GatewayTables>;

/** Converts an email address to lower case, the form used for comparing addresses. */
export const emailKeyOf = (email: string): string => email.toLowerCase();

export function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('emailKey', '=', emailKeyOf(email)).executeTakeFirst();
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
