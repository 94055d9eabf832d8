import { type Kysely, sql } from 'kysely';

/** Creates the table of refund requests, and adds a column for the variable content of emails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column details jsonb`.execute(db);
  await sql`create table refund_requests (
    invoice_id text primary key,
    account_id text not null references accounts on delete cascade,
    requested_at timestamptz(3) not null
  )`.execute(db);
  await sql`create index refund_requests_by_account on refund_requests (account_id)`.execute(db);
}
