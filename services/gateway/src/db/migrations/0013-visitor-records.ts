import { type Kysely, sql } from 'kysely';

/**
 * Prepares the deletion of visitors' rows some time after the deletion of their files
 * (`maintenance/prune-visitor-records.ts`, docs/decisions/0039). The totals of deleted rows are stored under the day
 * "-infinity" until the visitor's cookie has expired.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index compressions_of_visitors on compressions (coalesce(result_expires_at, settled_at))
    where account_id is null and original_key is null and result_key is null and status <> 'pending'`.execute(
    db,
  );
  await sql`alter table compression_sums add column kept_until timestamptz(3)`.execute(db);
  await sql`
    create index compression_sums_kept on compression_sums (kept_until) where kept_until is not null`.execute(
    db,
  );
}
