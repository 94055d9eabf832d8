import { maxWebhooks, webhookRequest } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import type { WebhookRow } from '../db/api-tables.ts';
import type { GatewayDeps } from '../deps.ts';
import { newId } from '../identity/new-id.ts';
import { checkWebhookUrl, parseWebhook } from './parse-webhook.ts';
import { newSecret, seal } from './secrets.ts';

/**
 * Adds an endpoint to an account.
 * @throws AppError `too_many_webhooks`, and what is wrong with the body
 */
export async function createWebhook(
  deps: GatewayDeps,
  accountId: string,
  body: unknown,
): Promise<WebhookRow> {
  const { label, url: given, eventTypes } = parseWebhook(webhookRequest, body);
  const url = checkWebhookUrl(deps, given);
  const sealedSecret = seal(deps.config, accountId, newSecret());
  return deps.db.transaction().execute(async (trx) => {
    // Held, so that two that are made at once are counted one after the other.
    const held = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!held) throw new AppError('unauthorized');
    const { count } = await trx
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('accountId', '=', accountId)
      .where('kind', '=', 'endpoint')
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxWebhooks) {
      throw new AppError('too_many_webhooks', { details: { max: maxWebhooks } });
    }
    return trx
      .insertInto('webhooks')
      .values({
        id: newId(),
        kind: 'endpoint',
        createdAt: deps.clock(),
        ...{ accountId, label, url, sealedSecret, eventTypes: [...new Set(eventTypes)] },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}
