import { createHash } from 'node:crypto';

/** What is kept of a mailed link's token: whoever reads the table cannot follow the link. */
export function mailTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
