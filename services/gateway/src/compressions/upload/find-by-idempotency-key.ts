import type { Kysely } from 'kysely';
import type { CompressionRow, GatewayTables } from '../../db/schema.ts';
import type { Identity } from '../../http/identity/identity.ts';
import { belongsTo } from '../belongs-to.ts';

/** Returns the owner's compression that was uploaded with the given idempotency key. */
export function findByIdempotencyKey(
  db: Kysely<GatewayTables>,
  identity: Identity,
  idempotencyKey: string,
): Promise<CompressionRow | undefined> {
  return db
    .selectFrom('compressions')
    .selectAll()
    .where(belongsTo(identity))
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
}
