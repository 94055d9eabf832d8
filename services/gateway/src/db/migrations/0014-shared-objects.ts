import { type Kysely, sql } from 'kysely';

/** Allows rows to reference objects that were stored for another row of the same owner (docs/decisions/0040). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions add column shared_keys text[]`.execute(db);
  // The index includes only rows that share objects, which are rare.
  await sql`create index compressions_by_shared_key on compressions using gin (shared_keys)
    where shared_keys is not null`.execute(db);
}
