import { errorValues } from '@gossamer/contracts/error-values';
import type { Plan } from '@gossamer/contracts/limits';
import type { Failure } from '../lib/api-failure.ts';
import { formatBytes, formatMinutes } from './format.ts';
import { i18n } from './i18n.ts';

/**
 * Returns the error message for a failure. The namespace `errors` must be loaded. The code does not compile if
 * `errors.json` lacks a message for an error code.
 */
export function failureText(failure: Failure, plan: Plan = 'free'): string {
  const { reason, serverMessage, details = {}, retryAfterSeconds = 0 } = failure;
  if (reason === 'unknown' && serverMessage) return serverMessage;
  const wait = formatMinutes(Math.max(1, Math.ceil(retryAfterSeconds / 60)));
  const values: Record<string, string | number> = {
    wait,
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
    ...errorValues(reason, details, plan),
    ...(details.closestBytes !== undefined && { closestSize: formatBytes(Number(details.closestBytes)) }),
  };
  return i18n.t(`errors:${reason}`, values);
}
