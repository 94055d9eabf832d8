import { type Kysely, sql } from 'kysely';

/** Creates the table `compressions`, which contains accepted uploads and their outcomes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table compressions (
      id text primary key,
      owner text not null,
      idempotency_key text,
      status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
      attempt integer not null default 1,
      request_id text not null,

      original_filename text not null,
      original_format text not null,
      original_size_bytes integer not null check (original_size_bytes > 0),
      original_sha256 text not null,
      original_key text,
      settings jsonb not null,
      max_pixels integer not null,
      is_sample boolean not null,

      result_key text,
      preview_key text,
      result_format text,
      result_size_bytes integer,
      result_sha256 text,
      width_px integer,
      height_px integer,
      is_already_optimal boolean,
      failure_code text,

      -- Milliseconds, as JavaScript's dates: cursors and versions compare exactly.
      created_at timestamptz(3) not null default clock_timestamp(),
      checked_at timestamptz(3) not null default clock_timestamp(),
      settled_at timestamptz(3),
      original_expires_at timestamptz(3),
      result_expires_at timestamptz(3),

      check ((status = 'pending') = (settled_at is null)),
      check ((status = 'failed') = (failure_code is not null))
    )`.execute(db);
  await sql`create unique index compressions_idempotency on compressions (owner, idempotency_key)`.execute(
    db,
  );
  await sql`create index compressions_by_owner on compressions (owner, created_at desc, id desc)`.execute(db);
  await sql`create index compressions_pending on compressions (checked_at) where status = 'pending'`.execute(
    db,
  );
  await sql`
    create index compressions_original_expiry on compressions (original_expires_at)
    where original_expires_at is not null`.execute(db);
  await sql`
    create index compressions_result_expiry on compressions (result_expires_at)
    where result_key is not null`.execute(db);
}
