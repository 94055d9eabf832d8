import type { ErrorCode } from '@gossamer/contracts/errors';
import { maxWebhookUrlChars, webhookEventTypes } from '@gossamer/contracts/webhooks';
import { AppError, type ErrorDetails } from '@gossamer/service-kit/errors';
import { AddressNotAllowedError } from '@gossamer/service-kit/outbound/faults';
import type { z } from 'zod';
import type { GatewayDeps } from '../deps.ts';

const faults: Record<string, { code: ErrorCode; details: ErrorDetails }> = {
  label: { code: 'invalid_label', details: { min: 1, max: 64 } },
  url: { code: 'invalid_webhook_url', details: { max: maxWebhookUrlChars } },
  eventTypes: { code: 'invalid_event_types', details: { allowed: webhookEventTypes.join(', ') } },
};

/** A body about a webhook, checked. @throws AppError with the first faulty field's own code */
export function parseWebhook<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw fieldFault(String(parsed.error.issues[0]?.path[0] ?? 'body'));
}

/**
 * Refuses addresses that nothing would be sent to, as far as the address alone tells; names are judged when they are
 * called. Returns it as it is called. @throws AppError `address_not_allowed`, `invalid_webhook_url`
 */
export function checkWebhookUrl(
  { outbound }: Pick<GatewayDeps, 'outbound'>,
  text: string,
  field = 'url',
): string {
  const url = new URL(text);
  // As it is called and kept, it can be many times longer than it was typed.
  if (url.href.length > maxWebhookUrlChars) throw fieldFault('url', field);
  try {
    outbound.check(url);
  } catch (error) {
    if (!(error instanceof AddressNotAllowedError)) throw error;
    throw new AppError('address_not_allowed', { field, cause: error });
  }
  if (url.protocol === 'http:' && !outbound.isHttpAllowed(url)) throw fieldFault('url', field);
  return url.href;
}

function fieldFault(key: string, field = key): AppError {
  const { code, details } = faults[key] ?? { code: 'invalid_request' as const, details: {} };
  return new AppError(code, { field, details });
}
