import { type Kysely, sql } from 'kysely';

/** Adds scopes to API keys. Earlier keys keep all their permissions: they get the scope that includes web uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column scopes text[] not null default '{web_uploads}'
    check (scopes <@ array['web_uploads'])`.execute(db);
  await sql`alter table api_keys alter column scopes set default '{}'`.execute(db);
}
