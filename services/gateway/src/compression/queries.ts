import { compressionsPageSize } from '@gossamer/contracts/compressions';
import type { Insertable, Kysely } from 'kysely';
import type { CompressionRow, CompressionsTable, GatewayTables } from '../db/schema.ts';

type Db = Kysely<GatewayTables>;

/** Inserts an accepted upload; undefined when its owner has sent the same idempotency key before. */
export function insertCompression(
  db: Db,
  row: Insertable<CompressionsTable>,
): Promise<CompressionRow | undefined> {
  return db
    .insertInto('compressions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['owner', 'idempotencyKey']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** One compression of one owner; somebody else's is as absent as an unknown one. */
export function findCompression(db: Db, owner: string, id: string): Promise<CompressionRow | undefined> {
  return db
    .selectFrom('compressions')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
}

/** What an owner's earlier upload with the same key became. */
export function findByIdempotencyKey(
  db: Db,
  owner: string,
  idempotencyKey: string,
): Promise<CompressionRow | undefined> {
  return db
    .selectFrom('compressions')
    .selectAll()
    .where('owner', '=', owner)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
}

/** The last row of a page; the next page begins behind it. */
export interface PageCursor {
  createdAt: Date;
  id: string;
}

/** An owner's compressions, newest first: one page and one row more, which tells that there is a next page. */
export function listCompressions(db: Db, owner: string, after?: PageCursor): Promise<CompressionRow[]> {
  let query = db
    .selectFrom('compressions')
    .selectAll()
    .where('owner', '=', owner)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(compressionsPageSize + 1);
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('createdAt', 'id'), '<', where.tuple(after.createdAt, after.id)),
    );
  }
  return query.execute();
}
