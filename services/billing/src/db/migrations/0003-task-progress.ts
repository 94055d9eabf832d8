import { type Kysely, sql } from 'kysely';

/**
 * Replaces the table `progress` with a new one. The previous release writes to `progress` until the upgrade ends, so
 * the next release drops it. Losing that progress is safe: events are fetched again but applied only once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table task_progress (task text primary key, until timestamptz(3) not null)`.execute(db);
  await sql`insert into task_progress (task, until) select chore, until from progress`.execute(db);
}
