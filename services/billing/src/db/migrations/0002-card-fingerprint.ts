import { type Kysely, sql } from 'kysely';

/**
 * Adds the card fingerprint to payments, for the affiliate service. Earlier payments get it when they are next read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column card_fingerprint text`.execute(db);
}
