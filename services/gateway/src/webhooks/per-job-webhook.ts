import { webhookEventTypes } from '@gossamer/contracts/webhooks';
import { hasCode } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';
import { newId } from '../http/identity/new-id.ts';
import { checkWebhookUrl } from './parse-webhook.ts';
import { newSecret, seal } from './secrets.ts';

const foreignKeyViolation = '23503';

/**
 * Validates the webhook URL of a single job, creates the webhook that signs the job's deliveries, and returns the
 * normalized URL.
 * @throws AppError
 */
export async function preparePerJobWebhook(
  deps: Pick<GatewayDeps, 'db' | 'config' | 'clock' | 'outbound'>,
  accountId: string,
  url: string,
): Promise<string> {
  const checked = checkWebhookUrl(deps, url, 'webhookUrl');
  await ensurePerJobWebhook(deps, accountId);
  return checked;
}

/** Creates the webhook that signs deliveries to the URLs of single jobs, unless the account already has it. */
export async function ensurePerJobWebhook(
  { db, config, clock }: Pick<GatewayDeps, 'db' | 'config' | 'clock'>,
  accountId: string,
): Promise<void> {
  const known = await db
    .selectFrom('webhooks')
    .select('id')
    .where('accountId', '=', accountId)
    .where('kind', '=', 'perJob')
    .executeTakeFirst();
  if (known) return;
  await db
    .insertInto('webhooks')
    .values({
      id: newId(),
      kind: 'perJob',
      label: 'webhookUrl',
      eventTypes: [...webhookEventTypes],
      sealedSecret: seal(config, accountId, newSecret()),
      createdAt: clock(),
      accountId,
    })
    .onConflict((conflict) => conflict.column('accountId').where('kind', '=', 'perJob').doNothing())
    .execute()
    .catch((error: unknown) => {
      // Ignore the error if the account was deleted in the meantime, because later steps of the request report it.
      if (!hasCode(error, foreignKeyViolation)) throw error;
    });
}
