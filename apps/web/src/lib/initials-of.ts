import type { SessionUser } from '@gossamer/contracts/session-user';

const firstLetter = (text: string) => [...text.trim()][0] ?? '';

/**
 * Returns the user's initials, or the first letter of the email address if there is no name, or else "U" (spec.md,
 * section 2).
 */
export function initialsOf({
  firstName,
  lastName,
  email,
}: Pick<SessionUser, 'firstName' | 'lastName' | 'email'>) {
  return firstLetter(firstName) + firstLetter(lastName) || firstLetter(email).toUpperCase() || 'U';
}
