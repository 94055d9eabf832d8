import type { ErrorCode, ErrorDetails } from '@gossamer/contracts/errors';
import { maxWebhookUrlChars, webhookEventTypes } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import type { z } from 'zod';
import { checkTargetUrl } from '../deliveries/check-target-url.ts';
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
 * Rejects URLs that the gateway must not call. Returns the normalized URL.
 * @throws AppError `address_not_allowed`, `invalid_webhook_url`
 */
export function checkWebhookUrl(deps: Pick<GatewayDeps, 'outbound'>, text: string, field = 'url'): string {
  return checkTargetUrl(deps, text, {
    maxChars: maxWebhookUrlChars,
    field,
    invalid: fieldFault('url', field),
  }).href;
}

function fieldFault(key: string, field = key): AppError {
  const { code, details } = faults[key] ?? { code: 'invalid_request' as const, details: {} };
  return new AppError(code, { field, details });
}
