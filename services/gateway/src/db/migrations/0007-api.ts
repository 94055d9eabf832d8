import { type Kysely, sql } from 'kysely';

/**
 * Creates the tables of the Pro API: API keys and idempotency records. Adds the data sent by API clients to
 * compressions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions
    add column source text not null default 'web' check (source in ('web', 'api', 'estimate')),
    add column is_reused boolean not null default false,
    add column metadata jsonb,
    add column webhook_url text`.execute(db);
  // Index for finding an earlier compression of the same bytes. Every upload by an API client needs this lookup.
  await sql`create index compressions_by_original on compressions (account_id, original_sha256)
    where status = 'completed' and result_key is not null`.execute(db);
  await sql`create index compressions_estimates on compressions (created_at) where source = 'estimate'`.execute(
    db,
  );
  await sql`create table api_keys (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    label text not null,
    token_hash text not null unique,
    hint text not null,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3)
  )`.execute(db);
  await sql`create index api_keys_by_account on api_keys (account_id)`.execute(db);
  await sql`create table idempotent_requests (
    account_id text not null references accounts on delete cascade,
    operation text not null,
    key text not null,
    id text not null,
    fingerprint text,
    status integer,
    body jsonb,
    leased_until timestamptz(3) not null,
    created_at timestamptz(3) not null,
    primary key (account_id, operation, key)
  )`.execute(db);
  await sql`create index idempotent_requests_by_age on idempotent_requests (created_at)`.execute(db);
}
