import { type Kysely, sql } from 'kysely';
import type { CompressionRow, GatewayTables } from '../../db/schema.ts';

/** Stored objects of an earlier row that a later row of the same owner shares (docs/decisions/0040). */
export interface SharedObjects {
  from: Pick<CompressionRow, 'id' | 'resultKey'>;
  /** The key of the earlier row's original, if the original is shared too; otherwise null. */
  original: string | null;
  /** The columns to set in the later row. */
  columns: Pick<CompressionRow, 'originalKey' | 'sharedKeys'>;
}

/** Minimum remaining lifetime of shared objects, in milliseconds: maintenance may be deleting older ones. */
export const shareableMs = 60_000;

/**
 * Locks the earlier row until the transaction ends, so that its objects are not deleted before the later row names
 * them. Returns false if it no longer names them or they expire too soon.
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
