import { compressionId, compressionsPageSize } from '@gossamer/contracts/compressions';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { CompressionRow, GatewayTables } from '../db/schema.ts';
import type { Identity } from '../http/identity/identity.ts';

type Db = Kysely<GatewayTables>;

/**
 * Matches the rows that a caller may see: a visitor's own rows, or a member's rows, including those created before the
 * sign-up. With an API key, matches only rows created through the API, unless the key has the scope `web_uploads`.
 * Estimates never match.
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

/** Returns one of the caller's compressions, or undefined if it does not exist or belongs to somebody else. */
export async function findCompression(
  db: Db,
  identity: Identity,
  id: string,
): Promise<CompressionRow | undefined> {
  // Do not query malformed ids, because Postgres rejects NUL characters.
  if (!compressionId.safeParse(id).success) return undefined;
  return db
    .selectFrom('compressions')
    .selectAll()
    .where('id', '=', id)
    .where(belongsTo(identity))
    .executeTakeFirst();
}

/** Returns the owner's compression that was uploaded with the given idempotency key. */
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

/** Position of the last row of a page, after which the next page starts. */
export interface PageCursor {
  createdAt: Date;
  id: string;
}

/** Filter and position of a requested page. */
export interface ListWish {
  after?: PageCursor | undefined;
  limit?: number;
  status?: CompressionRow['status'] | undefined;
  /** Part of the original's file name. The search ignores case. */
  search?: string | undefined;
  /** Format of the result. */
  format?: CompressionRow['resultFormat'] | undefined;
}

/** Returns one page of the owner's compressions, newest first, plus one additional row if a next page exists. */
export function listCompressions(
  db: Db,
  identity: Identity,
  { after, limit = compressionsPageSize, status, search, format }: ListWish,
): Promise<CompressionRow[]> {
  let query = db
    .selectFrom('compressions')
    .selectAll()
    .where(belongsTo(identity))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (status) query = query.where('status', '=', status);
  if (format) query = query.where('resultFormat', '=', format);
  if (search) query = query.where('originalFilename', 'ilike', `%${search.replace(/[\\%_]/g, '\\$&')}%`);
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('createdAt', 'id'), '<', where.tuple(after.createdAt, after.id)),
    );
  }
  return query.execute();
}
