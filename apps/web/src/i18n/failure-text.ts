import { type Plan, planLimits, visitorsPerAddress } from '@gossamer/contracts/limits';
import { maxQuality, maxResizePx, minQuality } from '@gossamer/contracts/settings';
import type { Failure } from '../lib/api-failure.ts';
import { formatBytes, formatMinutes } from './format.ts';
import { i18n } from './i18n.ts';

/** Returns default values for the placeholders in error messages. Values from the server take precedence. */
const limitsOf = (plan: Plan) => ({
  minQuality,
  maxQuality,
  maxResizePx,
  maxMegabytes: planLimits[plan].maxFileBytes / 1024 ** 2,
  dailyLimit: planLimits.free.dailyCompressions,
  addressLimit: visitorsPerAddress * planLimits.free.dailyCompressions,
});

/** Placeholder names that differ from the names in the server's error details, by error code. */
const namesOfDetails: Partial<Record<Failure['reason'], Record<string, string>>> = {
  invalid_name: { min: 'minNameChars', max: 'maxNameChars' },
  invalid_password: { min: 'minPasswordChars', max: 'maxPasswordChars' },
  daily_limit_reached: { limit: 'dailyLimit' },
  unconfirmed_limit_reached: { limit: 'addressLimit' },
};

/**
 * Returns the error message for a failure. The namespace `errors` must be loaded. The code does not compile if
 * `errors.json` lacks a message for an error code.
 */
export function failureText(failure: Failure, plan: Plan = 'free'): string {
  const { reason, serverMessage, details = {}, retryAfterSeconds = 0 } = failure;
  if (reason === 'unknown' && serverMessage) return serverMessage;
  const names = namesOfDetails[reason] ?? {};
  const sent = Object.entries(details).map(([name, value]) => [names[name] ?? name, value]);
  const wait = formatMinutes(Math.max(1, Math.ceil(retryAfterSeconds / 60)));
  const values: Record<string, string | number> = {
    ...limitsOf(plan),
    wait,
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
    ...Object.fromEntries(sent),
    ...(details.closestBytes !== undefined && { closestSize: formatBytes(Number(details.closestBytes)) }),
  };
  return i18n.t(`errors:${reason}`, values);
}
