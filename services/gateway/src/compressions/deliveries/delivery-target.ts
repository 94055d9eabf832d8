import { maxDeliverToChars } from '@gossamer/contracts/result-deliveries';
import { AppError } from '@gossamer/service-kit/errors';
import type { DeliveryTarget } from '../../db/api-tables.ts';
import { checkTargetUrl } from '../../deliveries/check-target-url.ts';
import { sealText, unsealText } from '../../deliveries/seal.ts';
import type { GatewayDeps } from '../../deps.ts';

/** Name of the result of a compression among its files. */
export const mainFile = 'result';

/** The presigned URLs that a client sent with a job. */
type AskedTargets = {
  deliverTo?: string | undefined;
  deliverVariantsTo?: Readonly<Record<string, string>> | undefined;
  variants?: unknown;
};

/**
 * Checks the URLs to which files of a compression are to be delivered, and encrypts them. Returns null if there are none.
 * @throws AppError `invalid_deliver_to`, `address_not_allowed`
 */
export function prepareTargets(
  deps: Pick<GatewayDeps, 'config' | 'outbound'>,
  accountId: string,
  { deliverTo, deliverVariantsTo = {}, variants }: AskedTargets,
): DeliveryTarget[] | null {
  const ofVariants = Object.entries(deliverVariantsTo);
  if (ofVariants.length > 0 && !variants) throw invalid('deliverVariantsTo');
  const targets = ofVariants.map(([file, text]) =>
    prepareTarget(deps, accountId, { file, text, field: 'deliverVariantsTo' }),
  );
  if (deliverTo !== undefined) {
    targets.unshift(prepareTarget(deps, accountId, { file: mainFile, text: deliverTo, field: 'deliverTo' }));
  }
  return targets.length > 0 ? targets : null;
}

const invalid = (field: string) =>
  new AppError('invalid_deliver_to', { field, details: { max: maxDeliverToChars } });

function prepareTarget(
  deps: Pick<GatewayDeps, 'config' | 'outbound'>,
  accountId: string,
  { file, text, field }: { file: string; text: string; field: string },
): DeliveryTarget {
  const url = checkTargetUrl(deps, text, { maxChars: maxDeliverToChars, field, invalid: invalid(field) });
  const { config } = deps;
  return {
    file,
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
