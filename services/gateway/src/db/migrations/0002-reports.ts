import { type Kysely, sql } from 'kysely';

/** What the engine did: score, encoding, metadata removed. Rows from before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('compressions').addColumn('report', 'jsonb').execute();
  // By which an upload is known as one of our own results.
  await sql`
    create index compressions_by_result on compressions (result_sha256)
    where result_sha256 is not null`.execute(db);
}
