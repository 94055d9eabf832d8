import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Ranks jobs by estimated engine time instead of image count, separately for short and long jobs (decision 0041). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions
    add column lane text not null default 'short' check (lane in ('short', 'long')),
    add column cost_ms integer not null default 1000 check (cost_ms > 0)`.execute(db);
}
