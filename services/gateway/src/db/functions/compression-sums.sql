-- These three trigger functions keep the daily totals of each owner (migration 0012). Uploads count, compressions
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
