import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/** Migrations in the order they run: `0001-init` → up and down. An explicit list, so that nothing runs by accident. */
export type Migrations = Record<string, Migration>;

/**
 * Brings a service's own schema up to date; creates the schema where the role may.
 * Several processes may call it at once: Postgres lets one work and the others wait.
 */
export async function migrate(db: Kysely<never>, schema: string, migrations: Migrations): Promise<string[]> {
  const found = await sql<{ found: boolean }>`
    select exists (select from information_schema.schemata where schema_name = ${schema}) as found`.execute(
    db,
  );
  if (!found.rows[0]?.found) await sql`create schema if not exists ${sql.id(schema)}`.execute(db);

  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}
