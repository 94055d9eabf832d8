import { type Kysely, sql } from 'kysely';

/** Values of a failure's text that only the worker knows, such as how large a result would have been. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions add column failure_details jsonb`.execute(db);
}
