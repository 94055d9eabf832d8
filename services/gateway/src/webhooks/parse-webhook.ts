import type { ErrorCode, ErrorDetails } from '@gossamer/contracts/errors';
import { maxWebhookUrlChars, webhookEventTypes } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import { AddressNotAllowedError } from '@gossamer/service-kit/outbound/faults';
import type { z } from 'zod';
import type { GatewayDeps } from '../deps.ts';

const faults: Record<string, { code: ErrorCode; details: ErrorDetails }> = {
  label: { code: 'invalid_label', details: { min: 1, max: 64 } },
  url: { code: 'invalid_webhook_url', details: { max: maxWebhookUrlChars } },
  eventTypes: { code: 'invalid_event_types', details: { allowed: webhookEventTypes.join(', ') } },
};

/** Validates the fields of a webhook. @throws AppError with the code of the first invalid field */
export function parseWebhook<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw fieldFault(String(parsed.error.issues[0]?.path[0] ?? 'body'));
}

/**
 * Rejects URLs that the gateway must not call, based on the URL alone; the addresses of host names are checked later,
 * when they are resolved. Returns the normalized URL.
 * @throws AppError `address_not_allowed`, `invalid_webhook_url`
 */
export function checkWebhookUrl(
  { outbound }: Pick<GatewayDeps, 'outbound'>,
  text: string,
  field = 'url',
): string {
  const url = new URL(text);
  // Check the length again, because a normalized URL can be many times longer than the original.
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
