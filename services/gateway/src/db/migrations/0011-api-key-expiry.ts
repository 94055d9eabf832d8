import { type Kysely, sql } from 'kysely';

/** When an API key expires; null: never, as keys from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column expires_at timestamptz(3)`.execute(db);
}
