import type { GatewayDeps } from '../deps.ts';

/** Deletes expired sessions and emailed links. Returns the number of deleted rows. */
export async function pruneSpent({ db, clock }: Pick<GatewayDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock();
  const sessions = await db.deleteFrom('sessions').where('expiresAt', '<=', now).executeTakeFirst();
  const tokens = await db.deleteFrom('mailTokens').where('expiresAt', '<=', now).executeTakeFirst();
  return Number(sessions.numDeletedRows + tokens.numDeletedRows);
}
