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
