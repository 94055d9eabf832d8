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
