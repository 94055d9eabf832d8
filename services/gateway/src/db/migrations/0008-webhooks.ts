import { type Kysely, sql } from 'kysely';

/** Creates webhooks, deliveries and attempts. The row of a delivery alone determines when the delivery is due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table webhooks (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    kind text not null check (kind in ('endpoint', 'perJob')),
    label text not null,
    url text,
    event_types text[] not null,
    sealed_secret text not null,
    previous_sealed_secret text,
    previous_secret_ends_at timestamptz(3),
    disabled_reason text check (disabled_reason in ('owner', 'gone', 'failing')),
    failing_since timestamptz(3),
    created_at timestamptz(3) not null,
    check ((kind = 'perJob') = (url is null))
  )`.execute(db);
  await sql`create index webhooks_by_account on webhooks (account_id)`.execute(db);
  await sql`create unique index webhooks_per_job on webhooks (account_id) where kind = 'perJob'`.execute(db);
  await sql`create table deliveries (
    id text primary key,
    webhook_id text not null references webhooks on delete cascade,
    account_id text not null,
    type text not null,
    compression_id text,
    url text not null,
    host text not null generated always as (substring(url from '^https?://([^/?#]+)')) stored,
    payload text,
    status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
    attempt_count integer not null default 0,
    tries integer not null default 0,
    next_attempt_at timestamptz(3),
    leased_until timestamptz(3),
    last_status integer,
    last_fault text,
    created_at timestamptz(3) not null,
    check ((status = 'pending') = (next_attempt_at is not null)),
    check (status = 'pending' or leased_until is null)
  )`.execute(db);
  // Index of due deliveries by host, so that deliveries to a host at its limit can be skipped in one step.
  await sql`create index deliveries_due on deliveries (account_id, host, next_attempt_at)
    where status = 'pending'`.execute(db);
  // Ensures at most one delivery per job and URL, even if the job is finalized several times.
  await sql`create unique index deliveries_once on deliveries (webhook_id, compression_id, type, md5(url))
    where compression_id is not null`.execute(db);
  await sql`create index deliveries_by_webhook on deliveries (webhook_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`create index deliveries_by_age on deliveries (created_at)`.execute(db);
  await sql`create table delivery_attempts (
    id bigint generated always as identity primary key,
    delivery_id text not null references deliveries on delete cascade,
    started_at timestamptz(3) not null,
    duration_ms integer not null,
    status integer,
    fault text,
    response_excerpt text
  )`.execute(db);
  await sql`create index delivery_attempts_by_delivery on delivery_attempts (delivery_id)`.execute(db);
}
