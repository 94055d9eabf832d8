import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { countingWrong, sessionPasswords } from './attempt-limits.ts';

export const wrongPassword = (): AppError => new AppError('wrong_password', { field: 'currentPassword' });

/**
 * Verifies the password of a logged-in user. Wrong passwords count only against the session, so that failed logins
 * elsewhere do not prevent the owner from changing the password.
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
