import { compressionsPageSize } from '@gossamer/contracts/compressions';
import type { Kysely } from 'kysely';
import type { CompressionRow, GatewayTables } from '../../db/schema.ts';
import type { Identity } from '../../http/identity/identity.ts';
import { belongsTo } from '../belongs-to.ts';
import type { PageCursor } from '../cursor.ts';

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
  db: Kysely<GatewayTables>,
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
