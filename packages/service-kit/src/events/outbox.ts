import { randomUUID } from 'node:crypto';
import { type FactName, type FactPayload, facts } from '@gossamer/contracts/facts';
import { type Generated, type Insertable, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A fact (domain event) for other services, written in the same transaction as the change that it describes. */
export interface OutboxTable {
  id: string;
  name: string;
  key: string;
  version: number;
  payload: unknown;
  createdAt: Generated<Date>;
  shippedAt: Date | null;
}

export interface OutboxTables {
  outbox: OutboxTable;
}

/** Returns the name of the Postgres notification channel that wakes the relays of a schema. */
export const outboxChannel = (schema: string) => `outbox_${schema}`;

/** Migration that creates the outbox table. Every service that publishes facts (domain events) includes it. */
export const outboxMigration: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('payload', 'jsonb', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
      .addColumn('shipped_at', 'timestamptz')
      .addUniqueConstraint('outbox_name_key_version', ['name', 'key', 'version'])
      .execute();
    await sql`create index outbox_unshipped on outbox (created_at) where shipped_at is null`.execute(db);
  },
};

/**
 * Publishes a fact (domain event), which is delivered only if the transaction commits. `version` is the version of the
 * row identified by `key`; consumers ignore a version that is not higher than the last one applied.
 */
export async function publish<N extends FactName, Tables extends OutboxTables>(
  trx: Transaction<Tables>,
  name: N,
  fact: { key: string; version: number; payload: FactPayload<N> },
): Promise<void> {
  const row: Insertable<OutboxTable> = {
    id: randomUUID(),
    name,
    key: fact.key,
    version: fact.version,
    payload: JSON.stringify(facts[name].payload.parse(fact.payload)),
    shippedAt: null,
  };
  await (trx as unknown as Transaction<OutboxTables>).insertInto('outbox').values(row).execute();
  // Postgres delivers the notification on commit, so the relay cannot read the outbox too early.
  await sql`select pg_notify('outbox_' || current_schema(), '')`.execute(trx);
}
