import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Accepting an upload, in one call: what it counts against is locked until the commit, and every further round trip
 * would make all of the same address or member wait for it (docs/decisions/0020, 0021).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(countUp).execute(db);
  await sql.raw(acceptCompressionOfDays).execute(db);
}

/** Adds one where there is room and gives the new count; null where there is none. */
const countUp = `
  create function count_up(subject text, kind text, window_starts_at timestamptz, allowance integer)
  returns integer language sql as $$
    insert into counters as counter (subject, kind, window_starts_at, used, allowance)
    values ($1, $2, $3, 1, $4)
    on conflict (subject, kind, window_starts_at)
      do update set used = counter.used + 1, allowance = excluded.allowance
      where counter.used < excluded.allowance
    returning used
  $$`;

/**
 * GS001: no room left, \`detail\` says in whose counter. GS002: its owner has used the idempotency key before. Both undo
 * the rest. Each statement sees what others have committed while this one waited for a lock.
 */
export const acceptCompressionOfDays = `
  create or replace function accept_compression(given jsonb, visitor text, linked_since timestamptz, allowances integer[])
  returns table (compression compressions, used integer) language plpgsql as $$
  declare
    incoming compressions := jsonb_populate_record(null::compressions, given);
    counted integer;
  begin
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
  await sql`drop function accept_compression`.execute(db);
  await sql`drop function count_up`.execute(db);
}
