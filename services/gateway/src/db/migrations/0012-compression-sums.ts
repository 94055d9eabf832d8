import { type Kysely, sql } from 'kysely';

/**
 * Creates a table with daily totals per owner (UTC), so that the time for reading statistics does not depend on the
 * number of compressions. Triggers update the totals in the transaction that changes the rows. This includes changes by
 * a gateway of the previous release during an upgrade (docs/decisions/0038).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table compression_sums (
    -- As in compressions.owner; rows that a visitor has sent count for the member that the visitor became, too.
    owner text not null,
    day date not null,
    compressions bigint not null,
    saved_bytes bigint not null,
    -- The sum of what each result saved, in percent of its original.
    reduction_percent numeric not null,
    primary key (owner, day)
  )`.execute(db);
  // Lock the table, so that no row changes between calculating the initial totals and creating the triggers.
  await sql`lock table compressions in share row exclusive mode`.execute(db);
  await sql
    .raw(`create function add_compression_sums() returns trigger language plpgsql as $$
    begin
      ${addSums('select 1 as sign, * from added')};
      return null;
    end $$`)
    .execute(db);
  await sql
    .raw(`create function change_compression_sums() returns trigger language plpgsql as $$
    begin
      ${addSums('select 1 as sign, * from added union all select -1, * from removed')};
      return null;
    end $$`)
    .execute(db);
  await sql
    .raw(`create function remove_compression_sums() returns trigger language plpgsql as $$
    begin
      ${addSums('select -1 as sign, * from removed')};
      delete from compression_sums sums
        using (${figuresOf('select 1 as sign, * from removed')}) gone
        where sums.owner = gone.owner and sums.day = gone.day and sums.compressions = 0;
      return null;
    end $$`)
    .execute(db);
  await sql`create function empty_compression_sums() returns trigger language plpgsql as $$
    begin
      truncate compression_sums;
      return null;
    end $$`.execute(db);
  for (const trigger of triggers) await sql.raw(`create trigger ${trigger}`).execute(db);
  await sql.raw(addSums('select 1 as sign, * from compressions')).execute(db);
}

const triggers = [
  `compressions_added after insert on compressions
    referencing new table as added for each statement execute function add_compression_sums()`,
  `compressions_changed after update on compressions
    referencing old table as removed new table as added
    for each statement execute function change_compression_sums()`,
  `compressions_removed after delete on compressions
    referencing old table as removed for each statement execute function remove_compression_sums()`,
  `compressions_emptied after truncate on compressions
    for each statement execute function empty_compression_sums()`,
];

/**
 * Returns SQL that sums changed rows by owner and day. Changes that do not affect the totals, such as an expiry, yield
 * no rows.
 */
const figuresOf = (signedRows: string) => `
  select person.owner, (changed.created_at at time zone 'UTC')::date as day,
    sum(changed.sign) as compressions,
    sum(changed.sign * greatest(changed.original_size_bytes - changed.result_size_bytes, 0)) as saved_bytes,
    sum(changed.sign * 100.0 * greatest(changed.original_size_bytes - changed.result_size_bytes, 0)
      / changed.original_size_bytes) as reduction_percent
  from (${signedRows}) changed
  cross join lateral (select changed.owner union select 'member:' || changed.account_id) person
  where changed.status = 'completed' and changed.source <> 'estimate' and person.owner is not null
  group by 1, 2`;

/** Returns SQL that updates the stored totals in a fixed order, so that two statements cannot deadlock. */
const addSums = (signedRows: string) => `
  insert into compression_sums as sums (owner, day, compressions, saved_bytes, reduction_percent)
  select * from (${figuresOf(signedRows)}) figures
  where compressions <> 0 or saved_bytes <> 0 or reduction_percent <> 0
  order by owner, day
  on conflict (owner, day) do update set
    compressions = sums.compressions + excluded.compressions,
    saved_bytes = sums.saved_bytes + excluded.saved_bytes,
    reduction_percent = sums.reduction_percent + excluded.reduction_percent`;
