import type { Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';

type Trx = Transaction<GatewayTables>;

/**
 * Revokes all emailed links of an account, including those not sent yet, so that no link requested before a change can
 * be used afterwards. The link that confirms `sparedEmail` remains valid. Emails are deleted before tokens, because the
 * mail sender locks an email while it creates the email's token.
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
