import { type Kysely, sql } from 'kysely';

/**
 * Replaces the table `progress`. The previous release writes it until the upgrade ends, so the next release drops it.
 * What is written there meanwhile is only repeated: missed events are applied once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table task_progress (task text primary key, until timestamptz(3) not null)`.execute(db);
  await sql`insert into task_progress (task, until) select chore, until from progress`.execute(db);
}
