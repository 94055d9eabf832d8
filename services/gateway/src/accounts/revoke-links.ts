import type { Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';

type Trx = Transaction<GatewayTables>;

/**
 * Takes the worth from every link that was or will be mailed, so that whoever asked for one before a change cannot use
 * it afterwards; the account's own confirmation may be spared. Mails first: their sender holds them while it makes a token.
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
