import { type Kysely, sql } from 'kysely';

/** With which card it was paid: the affiliate service compares it. Earlier payments get theirs when they are read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column card_fingerprint text`.execute(db);
}
