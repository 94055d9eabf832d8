import { webhookChange } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import type { Updateable } from 'kysely';
import type { WebhookRow, WebhooksTable } from '../db/api-tables.ts';
import type { AccountRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { assertEmailVerified } from '../http/identity/identity.ts';
import { checkWebhookUrl, parseWebhook } from './parse-webhook.ts';
import { failPending, findEndpoint } from './queries.ts';

/**
 * Changes those fields of a webhook that are present in the body. Disabling the webhook fails its pending deliveries.
 * Enabling it or changing its URL resets its failure history. A new URL requires a confirmed email address.
 * @throws AppError `webhook_not_found`, `email_not_verified`, and errors for invalid fields
 */
export async function changeWebhook(
  deps: GatewayDeps,
  account: AccountRow,
  id: string,
  body: unknown,
): Promise<WebhookRow> {
  const before = await findEndpoint(deps.db, account.id, id);
  const { url: given, eventTypes, isEnabled, label } = parseWebhook(webhookChange, body);
  if (given !== undefined) assertEmailVerified(account);
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
    // If the webhook is already disabled, keep the existing reason.
    if (isEnabled !== false || row.disabledReason !== null) return row;
    await trx.updateTable('webhooks').set({ disabledReason: 'owner' }).where('id', '=', id).execute();
    await failPending(trx, id);
    return { ...row, disabledReason: 'owner' as const };
  });
}
