const withoutDots = new Set(['gmail.com', 'googlemail.com']);

/**
 * What tells whether two addresses are one person's mailbox: lower case, without what stands behind a "+", and for
 * Gmail, which does not look at them (support.google.com/mail/answer/7436150), without dots.
 */
export function emailKeyOf(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  const mailbox = lower.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return withoutDots.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}
