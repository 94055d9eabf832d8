import { type Kysely, sql } from 'kysely';
import type { CompressionRow, GatewayTables } from '../../db/schema.ts';

/** Objects that an earlier row of the same owner names and a later row is to name as well (docs/decisions/0040). */
export interface SharedObjects {
  from: Pick<CompressionRow, 'id' | 'resultKey'>;
  /** The earlier row's original, where it is shared too. */
  original: string | null;
  /** What the later row is to hold. */
  columns: Pick<CompressionRow, 'originalKey' | 'sharedKeys'>;
}

/** Objects whose time ends sooner are not shared: maintenance may be deleting them. */
export const shareableMs = 60_000;

/**
 * Locks the earlier row until the transaction ends, so that nobody lets go of its objects before the later row names them.
 * Returns false when it does not name them any more, or not for long enough.
 */
export async function holdObjects(
  trx: Kysely<GatewayTables>,
  { from, original }: SharedObjects,
): Promise<boolean> {
  const lastMoment = sql<Date>`clock_timestamp() + make_interval(secs => ${shareableMs / 1_000})`;
  let query = trx
    .selectFrom('compressions')
    .select('id')
    .where('id', '=', from.id)
    .where('resultKey', '=', from.resultKey)
    .where('resultExpiresAt', '>', lastMoment)
    .forShare();
  if (original !== null)
    query = query.where('originalKey', '=', original).where('originalExpiresAt', '>', lastMoment);
  return (await query.executeTakeFirst()) !== undefined;
}
