import {
  type FactEnvelope,
  type FactName,
  type FactPayload,
  factEnvelope,
  facts,
} from '@gossamer/contracts/facts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Highest version that this service has applied, for each row published by another service. */
export interface InboxVersionsTable {
  stream: string;
  key: string;
  version: number;
}

export interface InboxTables {
  inboxVersions: InboxVersionsTable;
}

/** Migration that creates the inbox table. Every service that subscribes to facts (domain events) includes it. */
export const inboxMigration: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('inbox_versions')
      .addColumn('stream', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('inbox_versions_pkey', ['stream', 'key'])
      .execute();
  },
};

/** Names of the facts (domain events) that a service subscribes to. */
export type FactsFor<Service extends string> = {
  [N in FactName]: Service extends (typeof facts)[N]['subscribers'][number] ? N : never;
}[FactName];

/** Handlers for the facts (domain events) that a service subscribes to. A missing handler is a compile error. */
export type FactHandlers<Service extends string, Tables extends InboxTables> = {
  [N in FactsFor<Service>]: (trx: Transaction<Tables>, payload: FactPayload<N>, key: string) => Promise<void>;
};

type AnyFactHandler = (trx: Transaction<InboxTables>, payload: unknown, key: string) => Promise<void>;

/** Job schemas and handlers for `createConsumer`. A service adds its own messages to both properties. */
export interface FactJobs {
  jobs: Record<string, typeof factEnvelope>;
  handlers: Record<string, (fact: FactEnvelope) => Promise<void>>;
}

/**
 * Creates the handlers for facts (domain events) in a service's inbox queue. Each fact is applied once, in its own
 * transaction, and only if its version is higher than the last version applied for that row. Duplicates and outdated
 * facts are ignored.
 */
export function factJobs<Service extends string, Tables extends InboxTables>(
  db: Kysely<Tables>,
  factHandlers: FactHandlers<Service, Tables>,
): FactJobs {
  const apply = (handler: AnyFactHandler) => async (fact: FactEnvelope) => {
    const { stream, payload } = facts[fact.name];
    const parsed = payload.parse(fact.payload);
    await (db as unknown as Kysely<InboxTables>).transaction().execute(async (trx) => {
      if (await noteVersion(trx, stream, fact.key, fact.version)) await handler(trx, parsed, fact.key);
    });
  };
  const entries = Object.entries(factHandlers as unknown as Record<string, AnyFactHandler>);
  return {
    jobs: Object.fromEntries(entries.map(([name]) => [name, factEnvelope])),
    handlers: Object.fromEntries(entries.map(([name, handler]) => [name, apply(handler)])),
  };
}

/**
 * Stores the version of a row in the transaction that applies a fact (domain event). Returns false if the same or a
 * higher version was already applied. Must also be called for facts that are received outside the inbox, for example in
 * a response.
 */
export async function noteVersion(
  trx: Transaction<InboxTables>,
  stream: string,
  key: string,
  version: number,
): Promise<boolean> {
  const noted = await trx
    .insertInto('inboxVersions')
    .values({ stream, key, version })
    .onConflict((conflict) =>
      conflict
        .columns(['stream', 'key'])
        .doUpdateSet({ version })
        .where('inboxVersions.version', '<', sql<number>`excluded.version`),
    )
    .returning('version')
    .executeTakeFirst();
  return noted !== undefined;
}
