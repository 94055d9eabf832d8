import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/**
 * Migrations in the order in which they run, by name such as `0001-init`. The list is explicit, so that none runs by
 * accident.
 */
export type Migrations = Record<string, Migration>;

/**
 * Migrates a service's schema to the latest version, and creates the schema if the role is allowed to. Then runs
 * `functions`, SQL that creates or replaces the schema's functions, so that each function exists once as text.
 * Safe to call from several processes at once: Postgres runs one and the others wait.
 * Returns the names of the migrations that ran.
 */
export async function migrate(
  db: Kysely<never>,
  schema: string,
  migrations: Migrations,
  functions?: string,
): Promise<string[]> {
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
  if (functions !== undefined) {
    await db.transaction().execute(async (trx) => {
      // Lock: concurrent replacements of a function would fail with "tuple concurrently updated".
      await sql`select pg_advisory_xact_lock(hashtextextended(${`functions:${schema}`}, 0))`.execute(trx);
      await sql.raw(functions).execute(trx);
    });
  }
  return results.map((result) => result.migrationName);
}
