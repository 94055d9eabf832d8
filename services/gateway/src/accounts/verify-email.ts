import { AppError, hasCode } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { lockAccount } from '../http/identity/lock-account.ts';
import { requestMail } from '../http/identity/request-mail.ts';
import { countAttempt } from '../limits/attempts.ts';
import { emailKeyOf } from './account-queries.ts';
import { emailConfirmations, memberMails } from './attempt-limits.ts';
import { findLink, useLink } from './mail-tokens.ts';
import { revokeLinks } from './revoke-links.ts';

/**
 * Confirms the email address that the link was sent to and sets it as the account's address. Revokes all other links of
 * the account, because an older link would restore an older address. Notifies the previous address if it was confirmed.
 * @throws AppError `link_not_valid`
 */
export async function verifyEmail(deps: GatewayDeps, token: string): Promise<void> {
  const notValid = new AppError('link_not_valid', { field: 'token' });
  const now = deps.clock();
  const link = await findLink(deps.db, 'verify', token, now);
  if (!link) throw notValid;
  const { accountId, email } = link;
  try {
    await deps.db.transaction().execute(async (trx) => {
      const account = await lockAccount(trx, accountId);
      if (!account || !(await useLink(trx, 'verify', token, now))) throw notValid;
      await revokeLinks(trx, accountId);
      const isChanged = account.emailKey !== emailKeyOf(email);
      // Do not notify an unconfirmed address, which may belong to another person.
      if (isChanged && account.emailVerifiedAt) await requestMail(trx, 'emailChanged', account, now);
      await trx
        .updateTable('accounts')
        .set({ email, emailKey: emailKeyOf(email), emailVerifiedAt: now })
        .where('id', '=', accountId)
        .execute();
    });
  } catch (error) {
    // A unique violation means that another account has registered the address in the meantime.
    throw hasCode(error, '23505') ? notValid : error;
  }
}

/** Emails a new confirmation link if the address is not confirmed. @throws AppError `too_many_attempts` */
export async function sendVerification(deps: GatewayDeps, { account }: Member): Promise<void> {
  if (account.emailVerifiedAt !== null) return;
  await countAttempt(deps, [memberMails(account.id), emailConfirmations(account.emailKey)]);
  await deps.db.transaction().execute(async (trx) => {
    const current = await lockAccount(trx, account.id);
    if (current) await requestMail(trx, 'verify', current, deps.clock());
  });
}
