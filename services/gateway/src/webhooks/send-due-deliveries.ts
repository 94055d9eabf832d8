import { webhookRetrySeconds } from '@gossamer/contracts/webhooks';
import { createOutcomeCounter } from '@gossamer/service-kit/outcome-counter';
import type { DeliveryRow } from '../db/api-tables.ts';
import { claimDeliveries, type DeliveryQueue } from '../deliveries/claim-deliveries.ts';
import { type Deliveries, type DeliveriesOptions, startDeliveryLoop } from '../deliveries/delivery-loop.ts';
import { changeClaimed, putBack } from '../deliveries/requeue.ts';
import { retryAt } from '../deliveries/retry.ts';
import type { GatewayDeps } from '../deps.ts';
import { deliverOnce } from './deliver-once.ts';

/** The webhook deliveries. An attempt ends after 15 seconds. */
export const webhookQueue = { table: 'deliveries', leaseMs: 60_000 } as const satisfies DeliveryQueue;

/** Starts the loop that sends due webhook deliveries. */
export function startDeliveries(deps: GatewayDeps, options: DeliveriesOptions = {}): Deliveries {
  const { retrySeconds = webhookRetrySeconds } = options;
  const { db, clock } = deps;
  const { table } = webhookQueue;
  const note = createOutcomeCounter(deps.metrics, 'webhook_attempts', 'Webhook delivery attempts');
  return startDeliveryLoop<DeliveryRow>(
    deps,
    {
      kind: 'webhook delivery',
      claim: (inProgress) => claimDeliveries(db, webhookQueue, clock(), inProgress),
      deliver: async (delivery, signal) => note(await deliverOnce(deps, delivery, { retrySeconds, signal })),
      putBack: (delivery) => putBack(db, table, delivery, clock()),
      postpone: (delivery) => {
        note('internal');
        const last = { status: null, retryAfter: null };
        const nextAttemptAt = retryAt(last, delivery.tries, { now: clock(), retrySeconds });
        const failed = { status: 'failed', nextAttemptAt: null } as const;
        return changeClaimed(db, table, delivery, nextAttemptAt ? { nextAttemptAt } : failed);
      },
    },
    options,
  );
}
