const withoutDots = new Set(['gmail.com', 'googlemail.com']);

/**
 * Normalizes an email address, so that all addresses of a mailbox have the same key. Converts the address to lower case
 * and removes a "+" suffix and, for Gmail, dots, which Gmail ignores (support.google.com/mail/answer/7436150).
 */
export function emailKeyOf(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  const mailbox = lower.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return withoutDots.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}
