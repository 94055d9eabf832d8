import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { acceptCompression as acceptCompressionByCount } from './0007-api.ts';

/** Ranks count estimated engine time instead of images, and short jobs are ranked apart from long ones (docs/decisions/0041). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions
    add column lane text not null default 'short' check (lane in ('short', 'long')),
    add column cost_ms integer not null default 1000 check (cost_ms > 0)`.execute(db);
  await sql.raw(nextRank).execute(db);
  await sql.raw(acceptCompression).execute(db);
}

/**
 * Where the tier stands in this lane, or after the owner's own last job by that job's cost; from 0 on when none waits.
 * A unit is 100 ms of estimated engine time.
 */
const nextRank = `
  create function next_rank(tier text, lane text, fair_key text) returns integer language sql as $$
    select greatest(
      (select min(other.rank) from compressions other
        where other.status = 'pending' and other.tier = $1 and other.lane = $2),
      (select max(own.rank + greatest(1, own.cost_ms / 100)) from compressions own
        where own.status = 'pending' and own.tier = $1 and own.lane = $2 and own.fair_key = $3),
      0)
  $$`;

/** As in 0007, with ranks by cost. A gateway of the version before names neither lane nor cost. */
const acceptCompression = `
  create or replace function accept_compression(
    given jsonb, visitor text, linked_since timestamptz, allowances integer[])
  returns table (compression compressions, used integer) language plpgsql as $$
  declare
    incoming compressions := jsonb_populate_record(null::compressions, given);
    counted integer;
  begin
    incoming.source := coalesce(incoming.source, 'web');
    incoming.is_reused := coalesce(incoming.is_reused, false);
    incoming.lane := coalesce(incoming.lane, 'short');
    incoming.cost_ms := coalesce(incoming.cost_ms, 1000);
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
    incoming.rank := next_rank(incoming.tier, incoming.lane, incoming.fair_key);
    insert into compressions values (incoming.*) on conflict (owner, idempotency_key) do nothing;
    if not found then
      raise exception 'sent before' using errcode = 'GS002';
    end if;
    compression := incoming;
    return next;
  end
  $$`;

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(acceptCompressionByCount).execute(db);
  await sql`drop function next_rank(text, text, text)`.execute(db);
  await sql`alter table compressions drop column lane, drop column cost_ms`.execute(db);
}
