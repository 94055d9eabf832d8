import type { loginBody } from '@gossamer/contracts/accounts';
import { AppError } from '@gossamer/service-kit/errors';
import type { z } from 'zod';
import type { GatewayDeps } from '../deps.ts';
import { lockAccount } from '../http/identity/lock-account.ts';
import { emailKeyOf, findAccountByEmail } from './account-queries.ts';
import { accountLogins, countingWrong, knownBrowserLogins } from './attempt-limits.ts';
import { type Before, beginSession } from './begin-session.ts';
import type { LoggedIn } from './sign-up.ts';

/**
 * Opens a session if the password is correct. Attempts from browsers known to the account are counted separately, so
 * that attempts from other browsers cannot lock out the owner. For an unknown email address, the response and its
 * duration are the same as for a wrong password.
 * @throws AppError `invalid_credentials`, `too_many_attempts`, `server_busy`
 */
export async function logIn(
  deps: GatewayDeps,
  { email, password }: z.output<typeof loginBody>,
  before: Before,
): Promise<LoggedIn> {
  const account = await findAccountByEmail(deps.db, email);
  const check = () => deps.passwords.verify(account?.passwordHash, password);
  const browserId = account && before.knownAs(account);
  const limit = browserId ? knownBrowserLogins(account.id, browserId) : accountLogins(emailKeyOf(email));
  const isRight = await countingWrong(deps, limit, check);
  if (!account || !isRight) {
    deps.logger.info({ requestId: before.requestId, accountId: account?.id }, 'rejected login');
    throw new AppError('invalid_credentials');
  }
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    // If the password was changed during the check, all sessions have ended, so do not open a new one.
    const current = await lockAccount(trx, account.id, account.passwordHash);
    if (!current) throw new AppError('invalid_credentials');
    return { account: current, claims: await beginSession(trx, account.id, before, now) };
  });
}
