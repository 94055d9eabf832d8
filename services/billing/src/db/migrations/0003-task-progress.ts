import { type Kysely, sql } from 'kysely';

/**
 * Copies the table `progress` to a new table. The previous release writes to `progress` until the upgrade is complete,
 * so the next release must drop the old table. Progress written there in the meantime is lost, which is safe: events
 * are fetched again but applied only once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table task_progress (task text primary key, until timestamptz(3) not null)`.execute(db);
  await sql`insert into task_progress (task, until) select chore, until from progress`.execute(db);
}
