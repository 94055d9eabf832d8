import { Webhook } from 'standardwebhooks';
import type { DeliveryRow, WebhookRow } from '../db/api-tables.ts';
import { type AttemptResult, attemptOnce, userAgent } from '../deliveries/attempt.ts';
import type { GatewayDeps } from '../deps.ts';
import { tryUnseal, unseal } from './secrets.ts';
import { previousSecretEndsAt } from './to-public.ts';

/** Timeout of one delivery attempt in milliseconds, from the DNS lookup to the end of the response. */
const attemptMs = 15_000;

type AttemptDeps = Pick<GatewayDeps, 'config' | 'clock' | 'outbound'>;

/** Sends a webhook message once. Rejects only if the message cannot be signed or the signal aborts the attempt. */
export async function attempt(
  deps: AttemptDeps,
  webhook: WebhookRow,
  { id, url }: Pick<DeliveryRow, 'id' | 'url'>,
  body: string,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const headers = {
    ...signatureHeaders(deps, webhook, { id, body, at: deps.clock() }),
    'content-type': 'application/json',
    'user-agent': userAgent('Webhooks', deps.config),
  };
  return attemptOnce(deps, url, { method: 'POST', body, headers }, { timeoutMs: attemptMs, signal });
}

/**
 * Returns the signature headers of a message (Standard Webhooks). During a rotation, the message is signed with both
 * secrets, the new one first. Skips the previous secret if it cannot be decrypted. This happens if the gateway's key
 * has changed, which may be the reason for the rotation.
 */
function signatureHeaders(
  { config, clock }: AttemptDeps,
  webhook: WebhookRow,
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  const { accountId, sealedSecret, previousSealedSecret } = webhook;
  const secrets = [unseal(config, accountId, sealedSecret)];
  if (previousSealedSecret !== null && previousSecretEndsAt(webhook, clock())) {
    const previous = tryUnseal(config, accountId, previousSealedSecret);
    if (previous !== undefined) secrets.push(previous);
  }
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}
