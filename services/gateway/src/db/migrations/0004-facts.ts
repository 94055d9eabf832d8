import { inboxMigration } from '@gossamer/service-kit/events/inbox';
import { outboxMigration } from '@gossamer/service-kit/events/outbox';
import type { Kysely } from 'kysely';

/** Creates the outbox of facts for other services, and the inbox of their facts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await outboxMigration.up(db);
  await inboxMigration.up(db);
}
