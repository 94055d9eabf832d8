import { type Kysely, sql } from 'kysely';

/** Adds the expiry of API keys. Null means never, as for all earlier keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column expires_at timestamptz(3)`.execute(db);
}
