import { type Kysely, sql } from 'kysely';

/** Adds the expiry time of API keys. Null, the value for existing keys, means that a key never expires. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column expires_at timestamptz(3)`.execute(db);
}
