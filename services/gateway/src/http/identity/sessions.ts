import { sessionMs } from '@gossamer/contracts/accounts';
import type { Kysely } from 'kysely';
import type { AccountRow, GatewayTables } from '../../db/schema.ts';
import { newId } from './new-id.ts';
import type { SessionClaims } from './session-token.ts';

type Db = Kysely<GatewayTables>;

/** Returns the account of a session, or undefined if the session has ended or expired. */
export function findSessionAccount(
  db: Db,
  { sessionId, accountId }: SessionClaims,
  now: Date,
): Promise<AccountRow | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .selectAll('accounts')
    .where('sessions.id', '=', sessionId)
    .where('sessions.accountId', '=', accountId)
    .where('sessions.expiresAt', '>', now)
    .executeTakeFirst();
}

export async function openSession(db: Db, accountId: string, now: Date): Promise<SessionClaims> {
  const sessionId = newId();
  const expiresAt = new Date(now.getTime() + sessionMs);
  await db.insertInto('sessions').values({ id: sessionId, accountId, expiresAt }).execute();
  return { sessionId, accountId };
}

export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends all sessions of an account, except `exceptId`. */
export async function endSessionsOf(db: Db, accountId: string, exceptId?: string): Promise<void> {
  let query = db.deleteFrom('sessions').where('accountId', '=', accountId);
  if (exceptId !== undefined) query = query.where('id', '!=', exceptId);
  await query.execute();
}
