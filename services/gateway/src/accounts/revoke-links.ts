import type { Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';

type Trx = Transaction<GatewayTables>;

/**
 * Revokes all of an account's links, mailed or not, so that no link requested before a change can be used afterwards.
 * The confirmation of `sparedEmail` is kept. Mails are deleted before tokens, because the mail sender locks a mail
 * while it creates the mail's token.
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
