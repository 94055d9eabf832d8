const withoutDots = new Set(['gmail.com', 'googlemail.com']);

/**
 * Normalizes an email address, so that addresses of the same mailbox are equal: lower case, without a "+" suffix, and
 * for Gmail, which ignores them (support.google.com/mail/answer/7436150), without dots.
 */
export function emailKeyOf(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  const mailbox = lower.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return withoutDots.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}
