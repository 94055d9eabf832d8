import { type Kysely, sql } from 'kysely';

/** Adds values for a failure's text that only the worker knows, such as the size that a result would have had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions add column failure_details jsonb`.execute(db);
}
