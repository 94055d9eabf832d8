import type { resetPasswordBody } from '@gossamer/contracts/accounts';
import { AppError } from '@gossamer/service-kit/errors';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { AccountRow, GatewayTables } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { lockAccount } from '../http/identity/lock-account.ts';
import { requestMail } from '../http/identity/request-mail.ts';
import { endSessionsOf } from '../http/identity/sessions.ts';
import { emailKeyOf } from './account-queries.ts';
import { loginSubject } from './attempt-limits.ts';
import { findLink, useLink } from './mail-tokens.ts';
import { revokeLinks } from './revoke-links.ts';

/**
 * Sets a new password with a token from an emailed link, and confirms the email address. Ends all sessions and revokes
 * all other links. Revokes API keys and webhooks unless the member wants to keep them. If the address is confirmed for
 * the first time, API keys and webhooks are always revoked, because somebody else may have created them. Returns the
 * account with its new password.
 * @throws AppError `link_not_valid`
 */
export async function resetPassword(
  deps: GatewayDeps,
  { token, password, keepKeysAndWebhooks }: z.output<typeof resetPasswordBody>,
): Promise<AccountRow> {
  const notValid = new AppError('link_not_valid', { field: 'token' });
  const now = deps.clock();
  // Look up the link first, so that no password hash is computed for an invalid link.
  const link = await findLink(deps.db, 'reset', token, now);
  if (!link) throw notValid;
  const passwordHash = await deps.passwords.hash(password);
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, link.accountId);
    const isUsable =
      account?.emailKey === emailKeyOf(link.email) && (await useLink(trx, 'reset', token, now));
    if (!account || !isUsable) throw notValid;
    await trx
      .updateTable('accounts')
      .set({ passwordHash, emailVerifiedAt: account.emailVerifiedAt ?? now })
      .where('id', '=', account.id)
      .execute();
    const isFirstProof = account.emailVerifiedAt === null;
    const isRevoking = isFirstProof || !keepKeysAndWebhooks;
    const areKeysRevoked = isRevoking && (await revokeIntegrations(trx, account.id));
    await endSessionsOf(trx, account.id);
    await revokeLinks(trx, account.id);
    // Reset the counter of failed logins, in case failed attempts by others have locked out the owner.
    await trx.deleteFrom('counters').where('subject', '=', loginSubject(account.emailKey)).execute();
    await requestMail(
      trx,
      'passwordChanged',
      account,
      now,
      areKeysRevoked ? { details: { areKeysRevoked } } : {},
    );
    return { ...account, passwordHash };
  });
}

/**
 * Revokes an account's API keys and webhooks. Returns whether there were any, not counting the per-job webhook, which
 * is created automatically.
 */
async function revokeIntegrations(trx: Transaction<GatewayTables>, accountId: string): Promise<boolean> {
  const keys = await trx.deleteFrom('apiKeys').where('accountId', '=', accountId).returning('id').execute();
  const webhooks = await trx
    .deleteFrom('webhooks')
    .where('accountId', '=', accountId)
    .returning('kind')
    .execute();
  return keys.length > 0 || webhooks.some(({ kind }) => kind === 'endpoint');
}
