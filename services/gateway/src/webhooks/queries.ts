import { AppError } from '@gossamer/service-kit/errors';
import type { Kysely } from 'kysely';
import type { WebhookRow } from '../db/api-tables.ts';
import type { GatewayTables } from '../db/schema.ts';

type Db = Kysely<GatewayTables>;

/** Returns an account's webhooks, newest first. The per-job webhook comes last. */
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

/**
 * Returns a webhook of an account.
 * @throws AppError `webhook_not_found` if the webhook does not exist or belongs to another account
 */
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

/**
 * Returns a webhook that was created by its owner and may be changed, which excludes the per-job webhook.
 * @throws AppError `webhook_not_found`
 */
export async function findEndpoint(
  db: Db,
  accountId: string,
  id: string,
): Promise<WebhookRow & { url: string }> {
  const { url, ...row } = await findWebhook(db, accountId, id);
  if (url === null) throw new AppError('webhook_not_found');
  return { ...row, url };
}

/**
 * Deletes a webhook and its pending deliveries.
 * @throws AppError `webhook_not_found`
 */
export async function deleteEndpoint(db: Db, accountId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('kind', '=', 'endpoint')
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('webhook_not_found');
}

/** Marks the pending deliveries of a disabled webhook as failed. */
export async function failPending(db: Db, webhookId: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', nextAttemptAt: null, leasedUntil: null })
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'pending')
    .execute();
}
