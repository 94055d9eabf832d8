import { inboxMigration } from '@gossamer/service-kit/events/inbox';
import { outboxMigration } from '@gossamer/service-kit/events/outbox';
import type { Kysely } from 'kysely';

/** What the gateway tells the other services, and what it has heard from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await outboxMigration.up(db);
  await inboxMigration.up(db);
}
