import { AppError } from '@gossamer/service-kit/errors';
import type { Kysely } from 'kysely';
import type { WebhookRow } from '../db/api-tables.ts';
import type { GatewayTables } from '../db/schema.ts';

type Db = Kysely<GatewayTables>;

/** An account's webhooks, newest first, that of jobs' own addresses last. */
export function listWebhooks(db: Db, accountId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy((order) => order('kind', '=', 'perJob'))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

/** One webhook of its owner; somebody else's is as absent as an unknown one. @throws AppError `webhook_not_found` */
export async function findWebhook(db: Db, accountId: string, id: string): Promise<WebhookRow> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!row) throw new AppError('webhook_not_found');
  return row;
}

/** One that its owner has made, and may change. @throws AppError `webhook_not_found` */
export async function findEndpoint(
  db: Db,
  accountId: string,
  id: string,
): Promise<WebhookRow & { url: string }> {
  const { url, ...row } = await findWebhook(db, accountId, id);
  if (url === null) throw new AppError('webhook_not_found');
  return { ...row, url };
}

/** Ends a webhook, and what is waiting for it. @throws AppError `webhook_not_found` */
export async function deleteEndpoint(db: Db, accountId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('kind', '=', 'endpoint')
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('webhook_not_found');
}

/** Gives up what is waiting for a webhook that was switched off. */
export async function failPending(db: Db, webhookId: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', nextAttemptAt: null, leasedUntil: null })
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'pending')
    .execute();
}
