import { type Plan, planLimits, visitorsPerAddress } from '@gossamer/contracts/limits';
import { maxQuality, maxResizePx, minQuality } from '@gossamer/contracts/settings';
import type { Failure } from '../lib/api-failure.ts';
import { formatMinutes } from './format.ts';
import { i18n } from './i18n.ts';

/** Returns the default values for the placeholders in error texts. Values from the server override them. */
const limitsOf = (plan: Plan) => ({
  minQuality,
  maxQuality,
  maxResizePx,
  maxMegabytes: planLimits[plan].maxFileBytes / 1024 ** 2,
  dailyLimit: planLimits.free.dailyCompressions,
  addressLimit: visitorsPerAddress * planLimits.free.dailyCompressions,
});

/** Names of placeholders that differ from the names of the values in the server's responses. */
const namesOfDetails: Partial<Record<Failure['reason'], Record<string, string>>> = {
  invalid_name: { min: 'minNameChars', max: 'maxNameChars' },
  invalid_password: { min: 'minPasswordChars', max: 'maxPasswordChars' },
  daily_limit_reached: { limit: 'dailyLimit' },
  unconfirmed_limit_reached: { limit: 'addressLimit' },
};

/**
 * Returns the text of a failure. The namespace `errors` must be loaded. A code without a text in `errors.json` does not
 * compile.
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
  };
  return i18n.t(`errors:${reason}`, values);
}
