import { AppError } from '@gossamer/service-kit/errors';
import type { AccountRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { countingWrong } from './attempt-limits.ts';

export const wrongPassword = (): AppError => new AppError('wrong_password', { field: 'currentPassword' });

/**
 * Checks that whoever holds the session also knows the password; wrong ones count as logins do.
 * @throws AppError `wrong_password`, `too_many_attempts`, `server_busy`
 */
export async function confirmPassword(
  deps: GatewayDeps,
  account: AccountRow,
  password: string,
): Promise<void> {
  const check = () => deps.passwords.verify(account.passwordHash, password);
  if (!(await countingWrong(deps, account.emailKey, check))) throw wrongPassword();
}
