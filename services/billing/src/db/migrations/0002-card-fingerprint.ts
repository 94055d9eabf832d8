import { type Kysely, sql } from 'kysely';

/** Adds the card's fingerprint, which the affiliate service compares. Earlier payments get it when they are reread. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column card_fingerprint text`.execute(db);
}
