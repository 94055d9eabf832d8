import { type Kysely, sql } from 'kysely';

/**
 * Creates the members' saved settings. `name_key` is the name in lower case. The gateway computes it, because `lower`
 * changes only ASCII letters in a database with the locale C.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table saved_settings (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    name_key text not null,
    settings jsonb not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`.execute(db);
  await sql`create unique index saved_settings_by_name on saved_settings (account_id, name_key)`.execute(db);
}
