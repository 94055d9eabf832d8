import type { SessionUser } from '@gossamer/contracts/session-user';

const firstLetter = (text: string) => [...text.trim()][0] ?? '';

/** First letters of first and last name, else the uppercased first letter of the email, else U (spec.md section 2). */
export function initialsOf({
  firstName,
  lastName,
  email,
}: Pick<SessionUser, 'firstName' | 'lastName' | 'email'>) {
  return firstLetter(firstName) + firstLetter(lastName) || firstLetter(email).toUpperCase() || 'U';
}
