import { resultRetrySeconds } from '@gossamer/contracts/result-deliveries';
import { createOutcomeCounter } from '@gossamer/service-kit/outcome-counter';
import type { ResultDeliveryRow } from '../db/api-tables.ts';
import { claimDeliveries, type DeliveryQueue } from '../deliveries/claim-deliveries.ts';
import { type Deliveries, type DeliveriesOptions, startDeliveryLoop } from '../deliveries/delivery-loop.ts';
import { putBack } from '../deliveries/requeue.ts';
import type { GatewayDeps } from '../deps.ts';
import { attemptMs, deliverOnce } from './deliver-once.ts';
import { postpone } from './record-attempt.ts';

/** The deliveries of results to API clients' storage. */
export const resultQueue: DeliveryQueue = { table: 'resultDeliveries', leaseMs: attemptMs + 30_000 };

/** Starts the loop that delivers results to API clients' storage. */
export function startResultDeliveries(deps: GatewayDeps, options: DeliveriesOptions = {}): Deliveries {
  const { retrySeconds = resultRetrySeconds } = options;
  const { db, clock } = deps;
  const note = createOutcomeCounter(
    deps.metrics,
    'result_delivery_attempts',
    'Attempts to deliver a result to the storage of an API client',
  );
  return startDeliveryLoop<ResultDeliveryRow>(
    deps,
    {
      kind: 'result delivery',
      claim: (inProgress) => claimDeliveries(db, resultQueue, clock(), inProgress),
      deliver: async (delivery, signal) => note(await deliverOnce(deps, delivery, { retrySeconds, signal })),
      putBack: (delivery) => putBack(db, resultQueue.table, delivery, clock()),
      postpone: (delivery) => {
        note('internal');
        return postpone(deps, delivery, retrySeconds);
      },
    },
    options,
  );
}
