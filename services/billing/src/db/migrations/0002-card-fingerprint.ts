import { type Kysely, sql } from 'kysely';

/**
 * Adds the card fingerprint to payments, for the affiliate service. Existing payments get their fingerprint when they
 * are next read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column card_fingerprint text`.execute(db);
}
