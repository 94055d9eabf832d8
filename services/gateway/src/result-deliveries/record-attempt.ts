import type { ResultDeliveryFault } from '@gossamer/contracts/result-deliveries';
import { endedDelivery } from '../compressions/deliveries/end-deliveries.ts';
import type { ResultDeliveryRow } from '../db/api-tables.ts';
import { changeClaimed } from '../deliveries/requeue.ts';
import { retryAt } from '../deliveries/retry.ts';
import type { GatewayDeps } from '../deps.ts';

type Deps = Pick<GatewayDeps, 'db' | 'clock'>;

/** Outcome of an attempt. `fault` is null if the file was delivered. */
export interface AttemptOutcome {
  status: number | null;
  fault: ResultDeliveryFault | null;
  retryAfter: string | null;
}

/** HTTP statuses below 500 after which a delivery is retried: timeouts and rate limits. */
const retriedStatuses: readonly number[] = [408, 425, 429];
/** Faults without a status that a retry cannot resolve. */
const permanentFaults: readonly ResultDeliveryFault[] = ['address_not_allowed', 'result_expired'];

/**
 * Records a delivery attempt and schedules the next attempt, if any. A success is always recorded. Other outcomes are
 * ignored if the delivery was claimed again or has ended in the meantime.
 */
export async function recordAttempt(
  deps: Deps,
  delivery: ResultDeliveryRow,
  { status: lastStatus, fault: lastFault, retryAfter }: AttemptOutcome,
  retrySeconds: readonly number[],
): Promise<void> {
  if (lastFault === null) {
    await deps.db
      .updateTable('resultDeliveries')
      .set({ ...endedDelivery, status: 'delivered', deliveredAt: deps.clock(), lastStatus, lastFault })
      .where('id', '=', delivery.id)
      .where('status', '<>', 'delivered')
      .execute();
    return;
  }
  const last = { status: lastStatus, retryAfter };
  const next = isPermanent(lastStatus, lastFault) ? failed : nextOf(deps, delivery, last, retrySeconds);
  await changeClaimed(deps.db, 'resultDeliveries', delivery, { ...next, lastStatus, lastFault });
}

/** Postpones a delivery after an internal error according to the retry schedule, or fails it after the last retry. */
export function postpone(
  deps: Deps,
  delivery: ResultDeliveryRow,
  retrySeconds: readonly number[],
): Promise<void> {
  const next = nextOf(deps, delivery, { status: null, retryAfter: null }, retrySeconds);
  return changeClaimed(deps.db, 'resultDeliveries', delivery, next);
}

const failed = { ...endedDelivery, status: 'failed' } as const;

function isPermanent(status: number | null, fault: ResultDeliveryFault): boolean {
  if (permanentFaults.includes(fault)) return true;
  return status !== null && status < 500 && !retriedStatuses.includes(status);
}

function nextOf(
  { clock }: Deps,
  { tries }: ResultDeliveryRow,
  last: Parameters<typeof retryAt>[0],
  retrySeconds: readonly number[],
) {
  const nextAttemptAt = retryAt(last, tries, { now: clock(), retrySeconds });
  return nextAttemptAt ? { nextAttemptAt } : failed;
}
