import { type Kysely, sql } from 'kysely';

/** Results are looked up by their bytes within one owner, so that other owners' rows cost nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('compressions_by_result').execute();
  await sql`
    create index compressions_by_result on compressions (result_sha256, account_id, owner)
    where result_key is not null`.execute(db);
}
