import { AppError } from '@gossamer/service-kit/errors';
import { AddressNotAllowedError } from '@gossamer/service-kit/outbound/faults';
import type { GatewayDeps } from '../deps.ts';

export interface TargetUrlRules {
  /** Maximum length of the normalized URL. */
  maxChars: number;
  /** Name of the field in errors about the address. */
  field: string;
  /** Error for a URL that is too long or uses plain http outside the allowed networks. */
  invalid: AppError;
}

/**
 * Rejects URLs that the gateway must not call, based on the URL alone; the addresses of host names are checked later,
 * when they are resolved. Returns the normalized URL.
 * @throws AppError `address_not_allowed`, or `invalid`
 */
export function checkTargetUrl(
  { outbound }: Pick<GatewayDeps, 'outbound'>,
  text: string,
  { maxChars, field, invalid }: TargetUrlRules,
): URL {
  const url = new URL(text);
  // Check the length again, because a normalized URL can be many times longer than the original.
  if (url.href.length > maxChars) throw invalid;
  try {
    outbound.check(url);
  } catch (error) {
    if (!(error instanceof AddressNotAllowedError)) throw error;
    throw new AppError('address_not_allowed', { field, cause: error });
  }
  if (url.protocol === 'http:' && !outbound.isHttpAllowed(url)) throw invalid;
  return url;
}
