import { compressionId } from '@gossamer/contracts/compressions';
import type { Kysely } from 'kysely';
import type { CompressionRow, GatewayTables } from '../db/schema.ts';
import type { Identity } from '../http/identity/identity.ts';
import { belongsTo } from './belongs-to.ts';

/** Returns one of the caller's compressions, or undefined if it does not exist or belongs to somebody else. */
export async function findCompression(
  db: Kysely<GatewayTables>,
  identity: Identity,
  id: string,
): Promise<CompressionRow | undefined> {
  // Do not query malformed ids, because they may contain NUL characters, which Postgres rejects.
  if (!compressionId.safeParse(id).success) return undefined;
  return db
    .selectFrom('compressions')
    .selectAll()
    .where('id', '=', id)
    .where(belongsTo(identity))
    .executeTakeFirst();
}
