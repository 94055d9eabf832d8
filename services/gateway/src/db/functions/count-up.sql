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
