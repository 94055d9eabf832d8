import { createHash } from 'node:crypto';

/** Returns the hash under which a mailed link's token is stored, so that the table does not reveal the link. */
export function mailTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
