import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { countingWrong, sessionPasswords } from './attempt-limits.ts';

export const wrongPassword = (): AppError => new AppError('wrong_password', { field: 'currentPassword' });

/**
 * Checks that the session's user knows the password. Wrong passwords count for the session only, so that failed
 * logins do not keep a logged-in owner from changing the password.
 * @throws AppError `wrong_password`, `too_many_attempts`, `server_busy`
 */
export async function confirmPassword(
  deps: GatewayDeps,
  { account, sessionId }: Member,
  password: string,
): Promise<void> {
  const check = () => deps.passwords.verify(account.passwordHash, password);
  if (!(await countingWrong(deps, sessionPasswords(sessionId), check))) throw wrongPassword();
}
