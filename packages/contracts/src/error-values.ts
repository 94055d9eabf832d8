import { type Plan, planLimits, visitorsPerAddress } from './limits.ts';
import { maxQuality, maxResizePx, minQuality } from './settings.ts';

type Values = Record<string, string | number>;

/** Returns the limits of a plan as values for the placeholders in error messages. */
const limitsOf = (plan: Plan): Values => ({
  minQuality,
  maxQuality,
  maxResizePx,
  maxMegabytes: planLimits[plan].maxFileBytes / 1024 ** 2,
  dailyLimit: planLimits.free.dailyCompressions,
  addressLimit: visitorsPerAddress * planLimits.free.dailyCompressions,
});

/** Placeholder names by error code and by the name in the server's error details, where the two names differ. */
const namesOfDetails: Readonly<Record<string, Record<string, string> | undefined>> = {
  invalid_name: { min: 'minNameChars', max: 'maxNameChars' },
  invalid_password: { min: 'minPasswordChars', max: 'maxPasswordChars' },
  daily_limit_reached: { limit: 'dailyLimit' },
  unconfirmed_limit_reached: { limit: 'addressLimit' },
};

/**
 * Returns the values for the placeholders in the web app's message for an error. Values from the server take precedence
 * over the limits of the plan.
 */
export function errorValues(code: string, details: Readonly<Values>, plan: Plan): Values {
  const names = namesOfDetails[code] ?? {};
  const sent = Object.entries(details).map(([name, value]) => [names[name] ?? name, value]);
  return { ...limitsOf(plan), ...Object.fromEntries(sent) };
}
