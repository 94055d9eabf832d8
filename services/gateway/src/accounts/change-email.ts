import type { changeEmailBody } from '@gossamer/contracts/accounts';
import { AppError } from '@gossamer/service-kit/errors';
import type { z } from 'zod';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { lockAccount } from '../http/identity/lock-account.ts';
import { requestMail } from '../http/identity/request-mail.ts';
import { countAttempt } from '../limits/attempts.ts';
import { emailKeyOf, findAccountByEmail } from './account-queries.ts';
import { emailConfirmations, memberMails } from './attempt-limits.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { revokeLinks } from './revoke-links.ts';

/**
 * Emails a confirmation link to a new address, which takes effect once the link is opened. Earlier links to other new
 * addresses are revoked.
 * @throws AppError `wrong_password`, `email_taken`, `too_many_attempts`
 */
export async function changeEmail(
  deps: GatewayDeps,
  member: Member,
  { email, currentPassword }: z.output<typeof changeEmailBody>,
): Promise<void> {
  const { account } = member;
  await confirmPassword(deps, member, currentPassword);
  // Count the attempt before the response reveals whether the address has an account. This prevents enumeration.
  await countAttempt(deps, [memberMails(account.id), emailConfirmations(emailKeyOf(email))]);
  const holder = await findAccountByEmail(deps.db, email);
  if (holder && holder.id !== account.id) throw new AppError('email_taken', { field: 'email' });
  await deps.db.transaction().execute(async (trx) => {
    const current = await lockAccount(trx, account.id, account.passwordHash);
    if (!current) throw wrongPassword();
    await revokeLinks(trx, account.id, current.email);
    await requestMail(trx, 'verify', current, deps.clock(), { email });
  });
}
