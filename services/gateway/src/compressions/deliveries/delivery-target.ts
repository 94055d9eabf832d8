import { maxDeliverToChars } from '@gossamer/contracts/result-deliveries';
import { AppError } from '@gossamer/service-kit/errors';
import type { DeliveryTarget } from '../../db/api-tables.ts';
import { checkTargetUrl } from '../../deliveries/check-target-url.ts';
import { sealText, unsealText } from '../../deliveries/seal.ts';
import type { GatewayDeps } from '../../deps.ts';

/** Name of the result of a compression among its files. */
const mainFile = 'result';

/**
 * Checks the URL to which a result is to be delivered, and encrypts it.
 * @throws AppError `invalid_deliver_to`, `address_not_allowed`
 */
export function prepareTarget(
  deps: Pick<GatewayDeps, 'config' | 'outbound'>,
  accountId: string,
  text: string,
): DeliveryTarget {
  const field = 'deliverTo';
  const invalid = new AppError('invalid_deliver_to', { field, details: { max: maxDeliverToChars } });
  const url = checkTargetUrl(deps, text, { maxChars: maxDeliverToChars, field, invalid });
  const { config } = deps;
  return {
    file: mainFile,
    url: url.origin + url.pathname,
    sealedUrl: sealText({ config, purpose: 'delivery', accountId }, url.href),
  };
}

/** Returns the complete URL of a target. @throws if the gateway's key has changed */
export function openTarget(
  { config }: Pick<GatewayDeps, 'config'>,
  { accountId, sealedUrl }: { accountId: string; sealedUrl: string | null },
): string {
  return unsealText({ config, purpose: 'delivery', accountId }, sealedUrl ?? '');
}
