import type { ResultDelivery } from '@gossamer/contracts/result-deliveries';
import type { Kysely } from 'kysely';
import type { ResultDeliveryRow } from '../../db/api-tables.ts';
import type { CompressionRow, GatewayTables } from '../../db/schema.ts';

/**
 * Returns the delivery of each compression's result, by compression id. Compressions without a target are absent. Runs
 * no query if no compression has a target.
 */
export async function readDeliveries(
  db: Kysely<GatewayTables>,
  rows: readonly Pick<CompressionRow, 'id' | 'deliverTo'>[],
): Promise<Map<string, ResultDelivery>> {
  const delivered = rows.filter(({ deliverTo }) => deliverTo !== null);
  const found = delivered.length > 0 ? await findRows(db, delivered) : [];
  const started = new Map(found.map((row) => [row.compressionId, row]));
  return new Map(
    delivered.map(({ id, deliverTo }) => [
      id,
      toResultDelivery(started.get(id) ?? { ...notStarted, url: deliverTo?.[0]?.url ?? '' }),
    ]),
  );
}

function findRows(
  db: Kysely<GatewayTables>,
  rows: readonly Pick<CompressionRow, 'id'>[],
): Promise<ResultDeliveryRow[]> {
  return db
    .selectFrom('resultDeliveries')
    .selectAll()
    .where(
      'compressionId',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

type ShownColumns = Pick<
  ResultDeliveryRow,
  'status' | 'url' | 'attemptCount' | 'nextAttemptAt' | 'lastStatus' | 'lastFault' | 'deliveredAt'
>;

/** The columns of a delivery whose compression has not been finalized. */
const notStarted: Omit<ShownColumns, 'url'> = {
  status: 'pending',
  attemptCount: 0,
  nextAttemptAt: null,
  lastStatus: null,
  lastFault: null,
  deliveredAt: null,
};

function toResultDelivery(row: ShownColumns): ResultDelivery {
  return {
    status: row.status,
    url: row.url,
    attemptCount: row.attemptCount,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastStatus: row.lastStatus,
    lastFault: row.lastFault,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}
