import { compressionId, compressionsPageSize } from '@gossamer/contracts/compressions';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { CompressionRow, GatewayTables } from '../db/schema.ts';
import type { Identity } from '../http/identity/identity.ts';

type Db = Kysely<GatewayTables>;

/**
 * Matches the rows that a caller may see: what a member has sent, also as a visitor before, or what a visitor has sent.
 * With an API key only what came through the API, unless the key has the scope `web_uploads`. Estimates are never shown.
 */
export function belongsTo(identity: Identity) {
  return ({ eb }: { eb: ExpressionBuilder<GatewayTables, 'compressions'> }) =>
    eb.and([
      identity.kind === 'member'
        ? eb('compressions.accountId', '=', identity.account.id)
        : eb('compressions.owner', '=', identity.owner),
      includesWebUploads(identity)
        ? eb('compressions.source', '!=', 'estimate')
        : eb('compressions.source', '=', 'api'),
    ]);
}

const includesWebUploads = (identity: Identity): boolean =>
  identity.kind === 'visitor' || identity.keyScopes === null || identity.keyScopes.includes('web_uploads');

/** One compression of its owner; somebody else's is as absent as an unknown one. */
export async function findCompression(
  db: Db,
  identity: Identity,
  id: string,
): Promise<CompressionRow | undefined> {
  // What no id can be is not looked for: the database takes no NUL.
  if (!compressionId.safeParse(id).success) return undefined;
  return db
    .selectFrom('compressions')
    .selectAll()
    .where('id', '=', id)
    .where(belongsTo(identity))
    .executeTakeFirst();
}

/** What an owner's earlier upload with the same key became. */
export function findByIdempotencyKey(
  db: Db,
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

/** The last row of a page; the next page begins behind it. */
export interface PageCursor {
  createdAt: Date;
  id: string;
}

/** What of an owner's compressions is wanted. */
export interface ListWish {
  after?: PageCursor | undefined;
  limit?: number;
  status?: CompressionRow['status'] | undefined;
}

/** An owner's compressions, newest first: one page and one row more, which tells that there is a next page. */
export function listCompressions(
  db: Db,
  identity: Identity,
  { after, limit = compressionsPageSize, status }: ListWish,
): Promise<CompressionRow[]> {
  let query = db
    .selectFrom('compressions')
    .selectAll()
    .where(belongsTo(identity))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (status) query = query.where('status', '=', status);
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('createdAt', 'id'), '<', where.tuple(after.createdAt, after.id)),
    );
  }
  return query.execute();
}
