import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/**
 * Migrations by name, such as `0001-init`, in execution order. They are listed explicitly, so that no file becomes a
 * migration by accident.
 */
export type Migrations = Record<string, Migration>;

/**
 * Creates a service's schema if necessary and migrates it to the latest version. Then runs `functions`, SQL that
 * creates or replaces all functions of the schema. Safe to call concurrently from several processes: one migrates while
 * the others wait. Returns the names of the migrations that ran.
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
      // Take an advisory lock, because concurrent replacements of a function fail with "tuple concurrently updated".
      await sql`select pg_advisory_xact_lock(hashtextextended(${`functions:${schema}`}, 0))`.execute(trx);
      await sql.raw(functions).execute(trx);
    });
  }
  return results.map((result) => result.migrationName);
}
