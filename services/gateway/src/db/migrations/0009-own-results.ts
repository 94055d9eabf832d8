import { type Kysely, sql } from 'kysely';

/** Indexes results by owner and hash, so that a lookup does not read rows of other owners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('compressions_by_result').execute();
  await sql`
    create index compressions_by_result on compressions (result_sha256, account_id, owner)
    where result_key is not null`.execute(db);
}
