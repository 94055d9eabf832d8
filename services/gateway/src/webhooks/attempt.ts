import type { DeliveryFault } from '@gossamer/contracts/webhooks';
import { faultOf } from '@gossamer/service-kit/outbound/faults';
import { readAtMost } from '@gossamer/service-kit/outbound/read-at-most';
import { Webhook } from 'standardwebhooks';
import type { DeliveryRow, WebhookRow } from '../db/api-tables.ts';
import type { GatewayDeps } from '../deps.ts';
import { tryUnseal, unseal } from './secrets.ts';
import { previousSecretEndsAt } from './to-public.ts';

/** Timeout of one delivery attempt in milliseconds, from the DNS lookup to the end of the response. */
const attemptMs = 15_000;
const maxResponseBytes = 64 * 1_024;
const excerptChars = 500;

/** Result of one delivery attempt. */
export interface AttemptResult {
  startedAt: Date;
  durationMs: number;
  /** HTTP status of the response; null if no response was received. */
  status: number | null;
  /** Reason why the attempt failed; null if the message was delivered. */
  fault: DeliveryFault | null;
  responseExcerpt: string | null;
  /** Retry-After header of the response; null if absent. */
  retryAfter: string | null;
}

type AttemptDeps = Pick<GatewayDeps, 'config' | 'clock' | 'outbound'>;

/** Sends a webhook message once. Rejects only if the message cannot be signed or the signal aborts the attempt. */
export async function attempt(
  deps: AttemptDeps,
  webhook: WebhookRow,
  { id, url }: Pick<DeliveryRow, 'id' | 'url'>,
  body: string,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const startedAt = deps.clock();
  const headers = {
    ...signatureHeaders(deps, webhook, { id, body, at: startedAt }),
    'content-type': 'application/json',
    'user-agent': `Gossamer-Webhooks/1.0 (+${new URL('/api/docs', deps.config.publicUrl).href})`,
  };
  const start = performance.now();
  const ended = await send(deps, url, { body, headers }, signal);
  return { startedAt, durationMs: Math.round(performance.now() - start), ...ended };
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

async function send(
  { outbound }: AttemptDeps,
  url: string,
  message: { body: string; headers: Record<string, string> },
  brokenOff: AbortSignal,
): Promise<Omit<AttemptResult, 'startedAt' | 'durationMs'>> {
  const limit = timeLimit(brokenOff);
  try {
    const init = { method: 'POST', ...message, signal: limit.signal, httpsOnly: true };
    const response = await outbound.fetch(url, init);
    const { status } = response;
    // Ignore errors while reading the response body, which is only shown to the webhook's owner.
    const said = await readAtMost(response.body, maxResponseBytes).catch(() => undefined);
    return {
      status,
      fault: faultOfStatus(status),
      responseExcerpt: said ? excerptOf(said.bytes) : '',
      retryAfter: response.headers.get('retry-after'),
    };
  } catch (error) {
    if (brokenOff.aborted) throw error;
    return { status: null, fault: faultOf(error), responseExcerpt: null, retryAfter: null };
  } finally {
    limit.end();
  }
}

/** Returns a signal that is aborted after the timeout or when the given signal is aborted. */
function timeLimit(brokenOff: AbortSignal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = (reason: unknown) => controller.abort(reason);
  const timer = setTimeout(() => abort(new DOMException('attempt timed out', 'TimeoutError')), attemptMs);
  const breakOff = () => abort(brokenOff.reason);
  brokenOff.addEventListener('abort', breakOff);
  if (brokenOff.aborted) breakOff();
  const end = () => {
    clearTimeout(timer);
    brokenOff.removeEventListener('abort', breakOff);
  };
  return { signal: controller.signal, end };
}

function faultOfStatus(status: number): DeliveryFault | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/** Returns the beginning of a response body without control characters. */
function excerptOf(bytes: Buffer): string {
  const text = bytes.toString('utf8').replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
  return [...text.slice(0, 2 * excerptChars)].slice(0, excerptChars).join('').trim();
}
