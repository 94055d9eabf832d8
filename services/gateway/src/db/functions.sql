-- Functions of the gateway's schema. `npm start`, the tests and the migration Job apply this file after the migrations,
-- so the schema always contains the current version of each function. The previous release calls these functions until
-- it is replaced, so their signatures must not change.

-- Increments a counter. Returns the new count, or null if the limit is reached.
create or replace function count_up(subject text, kind text, window_starts_at timestamptz, allowance integer)
returns integer language sql as $$
  insert into counters as counter (subject, kind, window_starts_at, used, allowance)
  values ($1, $2, $3, 1, $4)
  on conflict (subject, kind, window_starts_at)
    do update set used = counter.used + 1, allowance = excluded.allowance
    where counter.used < excluded.allowance
  returning used
$$;

-- Returns the rank of a new job, in units of 100 ms of estimated engine time: the lowest rank of its tier and lane, or
-- the rank of its owner's last pending job plus that job's cost, whichever is higher. Returns 0 if no job is pending
-- (docs/decisions/0041).
create or replace function queue_rank(tier text, lane text, owner_key text) returns integer language sql as $$
  select greatest(
    (select min(other.rank) from compressions other
      where other.status = 'pending' and other.tier = $1 and other.lane = $2),
    (select own.rank + greatest(1, own.cost_ms / 100) from compressions own
      where own.status = 'pending' and own.tier = $1 and own.lane = $2 and own.owner_key = $3
      order by own.rank desc limit 1),
    0)
$$;

-- Accepts an upload in one call: counts it, ranks it and inserts its row. It is one call because the owner's counter
-- stays locked until the commit, and each round trip would delay all uploads of that owner (docs/decisions/0020, 0021).
-- Raises GS001 if a counter's limit is reached (`detail` names the counter's subject) and GS002 if the owner has used
-- the idempotency key before. Both roll back everything.
create or replace function accept_compression(
  given jsonb, visitor text, linked_since timestamptz, allowances integer[])
returns table (compression compressions, used integer) language plpgsql as $$
declare
  incoming compressions := jsonb_populate_record(null::compressions, given);
  counted integer;
begin
  -- The previous release sends `fair_key`.
  incoming.owner_key := coalesce(incoming.owner_key, incoming.fair_key);
  incoming.fair_key := incoming.owner_key;
  if visitor is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended('visitor:' || visitor, 0));
    select link.account_id into incoming.account_id from visitor_links link
      where link.visitor_id = visitor and link.linked_at >= linked_since;
  end if;

  for index in 1 .. cardinality(allowances) loop
    counted := count_up(
      incoming.quota_subjects[index], 'compressions', incoming.quota_window, allowances[index]);
    if counted is null then
      raise exception 'allowance used up' using errcode = 'GS001', detail = incoming.quota_subjects[index];
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
  incoming.rank := queue_rank(incoming.tier, incoming.lane, incoming.owner_key);
  insert into compressions values (incoming.*) on conflict (owner, idempotency_key) do nothing;
  if not found then
    raise exception 'idempotency key used before' using errcode = 'GS002';
  end if;
  compression := incoming;
  return next;
end
$$;

-- Returns whether an owner, or the account that the owner belongs to, has a result with this hash. `offset 0` makes the
-- planner search by hash even if the statistics of a new table favor another index.
create or replace function has_result(sha256 text, owner text, account_id text) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from (select * from compressions where result_sha256 = $1 and result_key is not null offset 0) result
    where result.owner = $2 or result.account_id = $3);
end
$$;

-- Finalizes a pending compression: sets the columns of `final` and for a compression that came through the API, inserts
-- one webhook delivery for each enabled webhook of its account that subscribes to the event, and one for the job's own
-- URL. Returns no row if the compression is not pending. The times at which files expire depend on the row's source and
-- tier; `final` contains those of the website and of the free tiers.
create or replace function finalize_compression(
  compression_id text, final jsonb, api_original_expires_at timestamptz, pro_result_expires_at timestamptz)
returns table (quota_window timestamptz, quota_subjects text[], source text) language plpgsql as $$
declare
  outcome compressions := jsonb_populate_record(null::compressions, final);
  finalized compressions;
begin
  update compressions pending set
    status = outcome.status,
    finalized_at = outcome.finalized_at,
    original_key = coalesce(outcome.original_key, pending.original_key),
    -- A copy of an original expires with the original that it was copied from.
    original_expires_at = least(pending.original_expires_at,
      case pending.source when 'api' then $3 else outcome.original_expires_at end),
    shared_keys = outcome.shared_keys,
    result_key = outcome.result_key,
    result_expires_at = case pending.tier when 'pro' then $4 else outcome.result_expires_at end,
    preview_key = outcome.preview_key,
    result_format = outcome.result_format,
    result_size_bytes = outcome.result_size_bytes,
    result_sha256 = outcome.result_sha256,
    width_px = outcome.width_px,
    height_px = outcome.height_px,
    is_already_optimal = outcome.is_already_optimal,
    report = outcome.report,
    failure_code = outcome.failure_code,
    failure_details = outcome.failure_details
  where pending.id = $1 and pending.status = 'pending'
  returning pending.* into finalized;
  if not found then return; end if;
  if finalized.source = 'api' then
    insert into deliveries (id, webhook_id, account_id, type, compression_id, url, next_attempt_at, created_at)
    select replace(gen_random_uuid()::text, '-', ''), webhooks.id, finalized.account_id,
      'compression.' || finalized.status, finalized.id, coalesce(webhooks.url, finalized.webhook_url),
      finalized.finalized_at, finalized.finalized_at
    from webhooks
    where webhooks.account_id = finalized.account_id and disabled_reason is null
      and case kind when 'perJob' then finalized.webhook_url is not null
        else 'compression.' || finalized.status = any(event_types) end
    on conflict do nothing;
  end if;
  quota_window := finalized.quota_window;
  quota_subjects := finalized.quota_subjects;
  source := finalized.source;
  return next;
end
$$;

-- The following three trigger functions keep the daily totals of each owner (migration 0012). Uploads count, compressions
-- of the same original with other settings do not. Totals are updated in a fixed order, so that two statements cannot
-- deadlock.
create or replace function add_compression_sums() returns trigger language plpgsql as $$
begin
  insert into compression_sums as sums (owner, day, compressions, saved_bytes, reduction_percent)
  select * from (
    select person.owner, (changed.created_at at time zone 'UTC')::date as day,
      sum(changed.sign) as compressions,
      sum(changed.sign * greatest(changed.original_size_bytes - changed.result_size_bytes, 0)) as saved_bytes,
      sum(changed.sign * 100.0 * greatest(changed.original_size_bytes - changed.result_size_bytes, 0)
        / changed.original_size_bytes) as reduction_percent
    from (select 1 as sign, * from added) changed
    cross join lateral (select changed.owner union select 'member:' || changed.account_id) person
    where changed.status = 'completed' and changed.source <> 'estimate' and changed.again_of is null
      and person.owner is not null
    group by 1, 2) figures
  where compressions <> 0 or saved_bytes <> 0 or reduction_percent <> 0
  order by owner, day
  on conflict (owner, day) do update set
    compressions = sums.compressions + excluded.compressions,
    saved_bytes = sums.saved_bytes + excluded.saved_bytes,
    reduction_percent = sums.reduction_percent + excluded.reduction_percent;
  return null;
end
$$;

create or replace function change_compression_sums() returns trigger language plpgsql as $$
begin
  insert into compression_sums as sums (owner, day, compressions, saved_bytes, reduction_percent)
  select * from (
    select person.owner, (changed.created_at at time zone 'UTC')::date as day,
      sum(changed.sign) as compressions,
      sum(changed.sign * greatest(changed.original_size_bytes - changed.result_size_bytes, 0)) as saved_bytes,
      sum(changed.sign * 100.0 * greatest(changed.original_size_bytes - changed.result_size_bytes, 0)
        / changed.original_size_bytes) as reduction_percent
    from (select 1 as sign, * from added union all select -1, * from removed) changed
    cross join lateral (select changed.owner union select 'member:' || changed.account_id) person
    where changed.status = 'completed' and changed.source <> 'estimate' and changed.again_of is null
      and person.owner is not null
    group by 1, 2) figures
  where compressions <> 0 or saved_bytes <> 0 or reduction_percent <> 0
  order by owner, day
  on conflict (owner, day) do update set
    compressions = sums.compressions + excluded.compressions,
    saved_bytes = sums.saved_bytes + excluded.saved_bytes,
    reduction_percent = sums.reduction_percent + excluded.reduction_percent;
  return null;
end
$$;

create or replace function remove_compression_sums() returns trigger language plpgsql as $$
begin
  insert into compression_sums as sums (owner, day, compressions, saved_bytes, reduction_percent)
  select * from (
    select person.owner, (changed.created_at at time zone 'UTC')::date as day,
      sum(changed.sign) as compressions,
      sum(changed.sign * greatest(changed.original_size_bytes - changed.result_size_bytes, 0)) as saved_bytes,
      sum(changed.sign * 100.0 * greatest(changed.original_size_bytes - changed.result_size_bytes, 0)
        / changed.original_size_bytes) as reduction_percent
    from (select -1 as sign, * from removed) changed
    cross join lateral (select changed.owner union select 'member:' || changed.account_id) person
    where changed.status = 'completed' and changed.source <> 'estimate' and changed.again_of is null
      and person.owner is not null
    group by 1, 2) figures
  where compressions <> 0 or saved_bytes <> 0 or reduction_percent <> 0
  order by owner, day
  on conflict (owner, day) do update set
    compressions = sums.compressions + excluded.compressions,
    saved_bytes = sums.saved_bytes + excluded.saved_bytes,
    reduction_percent = sums.reduction_percent + excluded.reduction_percent;
  delete from compression_sums sums
    using (select distinct person.owner, (gone.created_at at time zone 'UTC')::date as day from removed gone
      cross join lateral (select gone.owner union select 'member:' || gone.account_id) person) gone
    where sums.owner = gone.owner and sums.day = gone.day and sums.compressions = 0;
  return null;
end
$$;
