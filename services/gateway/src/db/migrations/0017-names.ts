import { type Kysely, sql } from 'kysely';

/**
 * Renames `settled_at` to `finalized_at`, `fair_key` to `owner_key`, and `pace` in reports to `effort`. The previous
 * release keeps running during the upgrade, so the old columns remain, and a trigger copies values between old and new
 * columns. The next release must drop the trigger, the old columns with their indexes, and `next_rank`
 * (docs/decisions/0030).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compressions
    add column finalized_at timestamptz(3),
    add column owner_key text not null default ''`.execute(db);
  await sql`update compressions set
    finalized_at = settled_at,
    owner_key = fair_key,
    report = case
      when report ? 'pace' then report - 'pace' || jsonb_build_object('effort', report -> 'pace')
      else report
    end`.execute(db);
  await sql`create function copy_renamed_columns() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        new.finalized_at := coalesce(new.finalized_at, new.settled_at);
        new.owner_key := coalesce(nullif(new.owner_key, ''), new.fair_key, '');
      else
        if new.settled_at is distinct from old.settled_at then new.finalized_at := new.settled_at; end if;
        if new.fair_key is distinct from old.fair_key then new.owner_key := new.fair_key; end if;
      end if;
      new.settled_at := new.finalized_at;
      new.fair_key := new.owner_key;
      return new;
    end $$`.execute(db);
  await sql`create trigger copy_renamed_columns before insert or update on compressions
    for each row execute function copy_renamed_columns()`.execute(db);
  await sql`create index compressions_owner_queue on compressions (tier, lane, owner_key, rank)
    where status = 'pending'`.execute(db);
  await sql`
    create index compressions_visitor_expiry on compressions (coalesce(result_expires_at, finalized_at))
    where account_id is null and original_key is null and result_key is null and status <> 'pending'`.execute(
    db,
  );
}
