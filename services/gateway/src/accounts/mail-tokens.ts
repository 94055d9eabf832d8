import type { Kysely, Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';
import { mailTokenHash } from '../http/identity/mail-token-hash.ts';

type Purpose = 'reset' | 'verify';

/** Whom a link's token speaks of, and the address it was sent to. */
export interface LinkHolder {
  accountId: string;
  email: string;
}

/** Looks without using the token up; undefined for a token that is unknown, too old, or of another purpose. */
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

/** Uses a token up: of several who try at once, one gets it. */
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
