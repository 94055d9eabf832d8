import type { SessionUser } from '@gossamer/contracts/session-user';

const firstLetter = (text: string) => [...text.trim()][0] ?? '';

/**
 * Returns the initials of the names. Without names, returns the first letter of the email address, or else U (spec.md,
 * section 2).
 */
export function initialsOf({
  firstName,
  lastName,
  email,
}: Pick<SessionUser, 'firstName' | 'lastName' | 'email'>) {
  return firstLetter(firstName) + firstLetter(lastName) || firstLetter(email).toUpperCase() || 'U';
}
