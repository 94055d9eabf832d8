import { type Kysely, sql } from 'kysely';

/** Adds the engine report: score, encoding, removed metadata. Existing rows have no report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('compressions').addColumn('report', 'jsonb').execute();
  // Index for finding uploads whose bytes are identical to an earlier result.
  await sql`
    create index compressions_by_result on compressions (result_sha256)
    where result_sha256 is not null`.execute(db);
}
