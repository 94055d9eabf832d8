import { inboxMigration } from '@gossamer/service-kit/events/inbox';
import { outboxMigration } from '@gossamer/service-kit/events/outbox';
import type { Kysely } from 'kysely';

/** Creates the outbox for facts (domain events) to other services, and the inbox for facts from other services. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await outboxMigration.up(db);
  await inboxMigration.up(db);
}
