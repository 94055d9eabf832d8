import { type WebhookSecret, webhookRotationMs } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';
import { findWebhook } from './queries.ts';
import { newSecret, seal, unseal } from './secrets.ts';
import { previousSecretEndsAt } from './to-public.ts';

/**
 * Returns the current signing secret of a webhook.
 * @throws AppError `webhook_not_found`
 */
export async function readSecret(deps: GatewayDeps, accountId: string, id: string): Promise<WebhookSecret> {
  const row = await findWebhook(deps.db, accountId, id);
  return {
    secret: unseal(deps.config, accountId, row.sealedSecret),
    previousSecretEndsAt: previousSecretEndsAt(row, deps.clock())?.toISOString() ?? null,
  };
}

/**
 * Creates a new signing secret. For a day, messages are also signed with the previous secret, so that receivers can
 * switch without rejecting messages; older secrets are no longer used.
 * @throws AppError `webhook_not_found`
 */
export async function rotateSecret(deps: GatewayDeps, accountId: string, id: string): Promise<WebhookSecret> {
  const secret = newSecret();
  const previousSecretEndsAt = new Date(deps.clock().getTime() + webhookRotationMs);
  const rotated = await deps.db
    .updateTable('webhooks')
    .set((update) => ({
      previousSealedSecret: update.ref('sealedSecret'),
      sealedSecret: seal(deps.config, accountId, secret),
      previousSecretEndsAt,
    }))
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (!rotated) throw new AppError('webhook_not_found');
  return { secret, previousSecretEndsAt: previousSecretEndsAt.toISOString() };
}
