import { type Kysely, sql } from 'kysely';

/** Adds scopes to API keys. Existing keys get the scope `web_uploads`, so that they keep all their permissions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column scopes text[] not null default '{web_uploads}'
    check (scopes <@ array['web_uploads'])`.execute(db);
  await sql`alter table api_keys alter column scopes set default '{}'`.execute(db);
}
