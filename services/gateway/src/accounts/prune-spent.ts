import type { GatewayDeps } from '../deps.ts';

/** Forgets sessions and mailed links whose time is over. Returns how many went. */
export async function pruneSpent({ db, clock }: Pick<GatewayDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock();
  const sessions = await db.deleteFrom('sessions').where('expiresAt', '<=', now).executeTakeFirst();
  const tokens = await db.deleteFrom('mailTokens').where('expiresAt', '<=', now).executeTakeFirst();
  return Number(sessions.numDeletedRows + tokens.numDeletedRows);
}
