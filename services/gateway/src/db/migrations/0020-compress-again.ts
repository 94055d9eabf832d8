import { type Kysely, sql } from 'kysely';

/**
 * Adds the reference to the upload whose original is compressed again (docs/decisions/0044).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions add column again_of text`.execute(db);
}
