import { type Kysely, sql } from 'kysely';
import type { CompressionRow, GatewayTables } from '../../db/schema.ts';

/** Stored objects of an earlier row that are reused by a later row of the same owner (docs/decisions/0040). */
export interface SharedObjects {
  from: Pick<CompressionRow, 'id' | 'resultKey'>;
  /** Storage key of the earlier row's original if the original is shared too; otherwise null. */
  original: string | null;
  /** Columns to set in the row that reuses the objects. */
  columns: Pick<CompressionRow, 'originalKey' | 'sharedKeys'>;
}

/** Minimum remaining lifetime of shared objects in ms. Objects that expire sooner may be deleted at any moment. */
export const shareableMs = 60_000;

/**
 * Locks the earlier row until the transaction ends, so that its objects are not deleted before the later row references
 * them. Returns false if the earlier row no longer references the objects or they expire too soon.
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
