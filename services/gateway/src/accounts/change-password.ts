import type { changePasswordBody } from '@gossamer/contracts/accounts';
import type { z } from 'zod';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { lockAccount } from '../http/identity/lock-account.ts';
import { requestMail } from '../http/identity/request-mail.ts';
import { endSessionsOf, openSession } from '../http/identity/sessions.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { revokeLinks } from './revoke-links.ts';
import type { LoggedIn } from './sign-up.ts';

/**
 * Sets a new password. Ends all sessions and returns a new session for the current browser. Revokes emailed links,
 * because others may have requested them.
 * @throws AppError `wrong_password`, `too_many_attempts`
 */
export async function changePassword(
  deps: GatewayDeps,
  member: Member,
  { currentPassword, newPassword }: z.output<typeof changePasswordBody>,
): Promise<LoggedIn> {
  const { account } = member;
  await confirmPassword(deps, member, currentPassword);
  const passwordHash = await deps.passwords.hash(newPassword);
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    const current = await lockAccount(trx, account.id, account.passwordHash);
    if (!current) throw wrongPassword();
    await trx.updateTable('accounts').set({ passwordHash }).where('id', '=', account.id).execute();
    await endSessionsOf(trx, account.id);
    await revokeLinks(trx, account.id, current.email);
    await requestMail(trx, 'passwordChanged', current, now);
    return { account: { ...current, passwordHash }, claims: await openSession(trx, account.id, now) };
  });
}
