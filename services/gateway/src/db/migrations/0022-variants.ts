import { type Kysely, sql } from 'kysely';

/** Adds the files that a compression made for a web page (docs/decisions/0063). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions add column variants jsonb`.execute(db);
}
