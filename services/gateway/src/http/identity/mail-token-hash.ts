import { createHash } from 'node:crypto';

/** Returns the hash of an emailed link's token. Only the hash is stored, so that the table does not reveal the link. */
export function mailTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
