import { maxWebhooks, webhookRequest } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import type { WebhookRow } from '../db/api-tables.ts';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { lockMember } from '../http/identity/lock-account.ts';
import { newId } from '../http/identity/new-id.ts';
import { checkWebhookUrl, parseWebhook } from './parse-webhook.ts';
import { newSecret, seal } from './secrets.ts';

/**
 * Creates a webhook for a member's account.
 * @throws AppError `too_many_webhooks`, and the errors for invalid fields
 */
export async function createWebhook(deps: GatewayDeps, member: Member, body: unknown): Promise<WebhookRow> {
  const accountId = member.account.id;
  const { label, url: given, eventTypes } = parseWebhook(webhookRequest, body);
  const url = checkWebhookUrl(deps, given);
  const sealedSecret = seal(deps.config, accountId, newSecret());
  return deps.db.transaction().execute(async (trx) => {
    // Lock the account, so that concurrent requests cannot exceed the webhook limit.
    await lockMember(trx, member);
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
        accountId,
        label,
        url,
        sealedSecret,
        eventTypes: [...new Set(eventTypes)],
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}
