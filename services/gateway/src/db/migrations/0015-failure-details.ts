import { type Kysely, sql } from 'kysely';

/**
 * Adds a column for values in failure messages that only the worker can provide, such as the size that the result would
 * have had.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions add column failure_details jsonb`.execute(db);
}
