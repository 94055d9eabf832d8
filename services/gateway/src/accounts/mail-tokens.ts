import type { Kysely, Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';
import { mailTokenHash } from '../http/identity/mail-token-hash.ts';

type Purpose = 'reset' | 'verify';

/** The account that an emailed token belongs to, and the email address it was sent to. */
export interface LinkHolder {
  accountId: string;
  email: string;
}

/**
 * Finds an emailed token without consuming it. Returns undefined if the token is unknown, expired or was issued for
 * another purpose.
 */
export function findLink(
  db: Kysely<GatewayTables>,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<LinkHolder | undefined> {
  return db
    .selectFrom('mailTokens')
    .select(['accountId', 'email'])
    .where('hash', '=', mailTokenHash(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Consumes an emailed token. If several requests use it concurrently, returns true for only one of them. */
export async function useLink(
  trx: Transaction<GatewayTables>,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<boolean> {
  const used = await trx
    .deleteFrom('mailTokens')
    .where('hash', '=', mailTokenHash(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}
