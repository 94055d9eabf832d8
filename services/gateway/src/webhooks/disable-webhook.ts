import type { Transaction } from 'kysely';
import type { WebhookRow } from '../db/api-tables.ts';
import type { DisabledWebhookDetails, GatewayTables } from '../db/schema.ts';
import { newId } from '../http/identity/new-id.ts';
import { failPending } from './queries.ts';

type Trx = Transaction<GatewayTables>;

/**
 * Disables a webhook, fails its pending deliveries and notifies the owner by email. The caller must have locked the
 * account first and then the webhook.
 */
export async function disableWebhook(
  trx: Trx,
  { id, accountId, label, url }: WebhookRow,
  disabledReason: DisabledWebhookDetails['disabledReason'],
  now: Date,
): Promise<void> {
  await trx.updateTable('webhooks').set({ disabledReason }).where('id', '=', id).execute();
  await failPending(trx, id);
  const account = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const details: DisabledWebhookDetails = {
    webhookLabel: label,
    ...(url !== null && { webhookUrl: url }),
    disabledReason,
  };
  await trx
    .insertInto('mails')
    .values({
      id: newId(),
      kind: 'webhookDisabled',
      accountId,
      email: account.email,
      firstName: account.firstName,
      language: account.preferredLanguage,
      details: JSON.stringify(details),
      nextAttemptAt: now,
      createdAt: now,
    })
    .execute();
}
