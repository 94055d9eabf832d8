import type { ResultDelivery } from '@gossamer/contracts/result-deliveries';
import type { Kysely } from 'kysely';
import type { ResultDeliveryRow } from '../../db/api-tables.ts';
import type { CompressionRow, GatewayTables } from '../../db/schema.ts';

/** The deliveries of one compression, by the name of the file. */
export type Deliveries = ReadonlyMap<string, ResultDelivery>;

/**
 * Returns the deliveries of each compression's files, by compression id. Compressions without a target are absent. Runs
 * no query if no compression has a target.
 */
export async function readDeliveries(
  db: Kysely<GatewayTables>,
  rows: readonly Pick<CompressionRow, 'id' | 'deliverTo'>[],
): Promise<Map<string, Deliveries>> {
  const delivered = rows.filter(({ deliverTo }) => deliverTo !== null);
  const found = delivered.length > 0 ? await findRows(db, delivered) : [];
  return new Map(
    delivered.map(({ id, deliverTo }) => {
      const ofCompression = found.filter(({ compressionId }) => compressionId === id);
      const started = new Map(ofCompression.map((row) => [row.file, row]));
      const deliveries = (deliverTo ?? []).map(
        ({ file, url }) => [file, toResultDelivery(started.get(file) ?? { ...notStarted, url })] as const,
      );
      return [id, new Map(deliveries)];
    }),
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
