import { type Kysely, sql } from 'kysely';

/** Adds an expiry time to API keys. The value is null for existing keys, which means that they never expire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column expires_at timestamptz(3)`.execute(db);
}
