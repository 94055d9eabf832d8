import { type Kysely, sql } from 'kysely';

/**
 * Adds members' choice to include images that their devices compress in their statistics (docs/decisions/0058).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column counts_device_results boolean not null default false`.execute(db);
}
