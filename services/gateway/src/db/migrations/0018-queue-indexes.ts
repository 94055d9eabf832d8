import { type Kysely, sql } from 'kysely';

/**
 * Adds the index that `queue_rank` needs, and drops indexes that are no longer used, because each index costs time in
 * every statement about compressions. The previous release uses `compressions_of_visitors` once an hour in a query that
 * is slower without this index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index compressions_queue on compressions (tier, lane, rank) where status = 'pending'`.execute(
    db,
  );
  await sql`drop index compressions_turns, compressions_own_turns, compressions_of_visitors`.execute(db);
}
