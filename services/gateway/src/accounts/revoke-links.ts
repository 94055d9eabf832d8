import type { Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';

type Trx = Transaction<GatewayTables>;

/**
 * Revokes every link that was or will be mailed, so that one requested before a change cannot be used afterwards; the
 * confirmation of `sparedEmail` is kept. Mails are deleted first: the mail sender locks them while it creates a
 * token.
 */
export async function revokeLinks(trx: Trx, accountId: string, sparedEmail?: string): Promise<void> {
  let mails = trx
    .deleteFrom('mails')
    .where('accountId', '=', accountId)
    .where('kind', 'in', ['verify', 'reset']);
  let tokens = trx.deleteFrom('mailTokens').where('accountId', '=', accountId);
  if (sparedEmail !== undefined) {
    mails = mails.where((where) =>
      where.or([where('kind', '=', 'reset'), where('email', '!=', sparedEmail)]),
    );
    tokens = tokens.where((where) =>
      where.or([where('purpose', '=', 'reset'), where('email', '!=', sparedEmail)]),
    );
  }
  await mails.execute();
  await tokens.execute();
}
