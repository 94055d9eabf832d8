import { createHash } from 'node:crypto';

/** Returns the stored hash of a mailed link's token: the table's content does not reveal the link. */
export function mailTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
