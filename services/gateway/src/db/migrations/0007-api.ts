import { type Kysely, sql } from 'kysely';
import { acceptCompressionOfDays } from './0005-accept-compression.ts';

/** The Pro API: keys, what programs say of their jobs, and what their idempotency keys were answered with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions
    add column source text not null default 'web' check (source in ('web', 'api', 'estimate')),
    add column is_reused boolean not null default false,
    add column metadata jsonb,
    add column webhook_url text`.execute(db);
  // The same bytes once more: looked up with every upload of a program.
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
  await sql.raw(acceptCompression).execute(db);
}

/**
 * As in 0005; beside the day it counts the month of programs' jobs. Columns that a gateway of the version before does
 * not know have their defaults.
 */
export const acceptCompression = `
  create or replace function accept_compression(
    given jsonb, visitor text, linked_since timestamptz, allowances integer[])
  returns table (compression compressions, used integer) language plpgsql as $$
  declare
    incoming compressions := jsonb_populate_record(null::compressions, given);
    counted integer;
  begin
    incoming.source := coalesce(incoming.source, 'web');
    incoming.is_reused := coalesce(incoming.is_reused, false);
    if visitor is not null then
      perform pg_advisory_xact_lock_shared(hashtextextended('visitor:' || visitor, 0));
      select link.account_id into incoming.account_id from visitor_links link
        where link.visitor_id = visitor and link.linked_at >= linked_since;
    end if;

    for index in 1 .. cardinality(allowances) loop
      counted := count_up(
        incoming.quota_subjects[index], 'compressions', incoming.quota_window, allowances[index]);
      if counted is null then
        raise exception 'no room left' using errcode = 'GS001', detail = incoming.quota_subjects[index];
      end if;
      if index = 1 then used := counted; end if;
    end loop;
    if incoming.source = 'api' and incoming.quota_window is not null then
      perform count_up(incoming.owner, 'apiMonth',
        date_trunc('month', incoming.quota_window, 'UTC'), 2147483647);
    end if;

    incoming.status := 'pending';
    incoming.attempt := 1;
    incoming.created_at := clock_timestamp();
    incoming.checked_at := incoming.created_at;
    -- Where the tier stands, or one turn after the own last one; from 0 on when nobody waits.
    incoming.rank := greatest(
      (select min(other.rank) from compressions other
        where other.status = 'pending' and other.tier = incoming.tier),
      (select max(own.rank) + 1 from compressions own
        where own.status = 'pending' and own.tier = incoming.tier and own.fair_key = incoming.fair_key),
      0);
    insert into compressions values (incoming.*) on conflict (owner, idempotency_key) do nothing;
    if not found then
      raise exception 'sent before' using errcode = 'GS002';
    end if;
    compression := incoming;
    return next;
  end
  $$`;

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table idempotent_requests`.execute(db);
  await sql`drop table api_keys`.execute(db);
  await sql`drop index compressions_estimates`.execute(db);
  await sql`drop index compressions_by_original`.execute(db);
  await sql`alter table compressions
    drop column source, drop column is_reused, drop column metadata, drop column webhook_url`.execute(db);
  await sql.raw(acceptCompressionOfDays).execute(db);
}
