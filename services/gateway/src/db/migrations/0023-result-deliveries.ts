import { type Kysely, sql } from 'kysely';

/**
 * Creates the deliveries of results to API clients' storage (docs/decisions/0064). Each row is one file of a
 * compression. The target URL is a credential, so a delivery that has ended cannot contain it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions add column deliver_to jsonb`.execute(db);
  await sql`create table result_deliveries (
    id text primary key,
    compression_id text not null references compressions on delete cascade,
    file text not null,
    account_id text not null,
    url text not null,
    host text not null generated always as (substring(url from '^https?://([^/?#]+)')) stored,
    sealed_url text,
    status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
    attempt_count integer not null default 0,
    tries integer not null default 0,
    next_attempt_at timestamptz(3),
    leased_until timestamptz(3),
    last_status integer,
    last_fault text,
    delivered_at timestamptz(3),
    created_at timestamptz(3) not null,
    unique (compression_id, file),
    check ((status = 'pending') = (next_attempt_at is not null)),
    check ((status = 'pending') = (sealed_url is not null)),
    check ((status = 'delivered') = (delivered_at is not null)),
    check (status = 'pending' or leased_until is null)
  )`.execute(db);
  // Index of due deliveries by host, as for webhook deliveries.
  await sql`create index result_deliveries_due on result_deliveries (account_id, host, next_attempt_at)
    where status = 'pending'`.execute(db);
}
