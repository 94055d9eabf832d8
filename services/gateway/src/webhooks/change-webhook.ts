import { webhookChange } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import type { Updateable } from 'kysely';
import type { WebhookRow, WebhooksTable } from '../db/api-tables.ts';
import type { GatewayDeps } from '../deps.ts';
import { checkWebhookUrl, parseWebhook } from './parse-webhook.ts';
import { failPending, findEndpoint } from './queries.ts';

/**
 * Changes what the body names. Switched off, what is waiting is given up; switched on, or sent elsewhere, it begins
 * without a past. @throws AppError `webhook_not_found`, and what is wrong with the body
 */
export async function changeWebhook(
  deps: GatewayDeps,
  accountId: string,
  id: string,
  body: unknown,
): Promise<WebhookRow> {
  const before = await findEndpoint(deps.db, accountId, id);
  const { url: given, eventTypes, isEnabled, label } = parseWebhook(webhookChange, body);
  const changes: Updateable<WebhooksTable> = {
    ...(label !== undefined && { label }),
    ...(eventTypes && { eventTypes: [...new Set(eventTypes)] }),
    ...(given !== undefined && { url: checkWebhookUrl(deps, given), failingSince: null }),
    ...(isEnabled === true && { disabledReason: null, failingSince: null }),
  };
  return deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('webhooks')
      .set({ ...changes, kind: 'endpoint' })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new AppError('webhook_not_found');
    // Why it was switched off before stays.
    if (isEnabled !== false || row.disabledReason !== null) return row;
    await trx.updateTable('webhooks').set({ disabledReason: 'owner' }).where('id', '=', id).execute();
    await failPending(trx, id);
    return { ...row, disabledReason: 'owner' as const };
  });
}
