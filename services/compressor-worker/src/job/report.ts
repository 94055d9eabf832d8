import type { CompressOutcome } from '@gossamer/contracts/jobs';
import type { WorkerDeps } from '../deps.ts';

/** Puts an outcome into the gateway's inbox; waits while Redis is away. */
export async function report(deps: WorkerDeps, outcome: CompressOutcome): Promise<void> {
  if (outcome.type === 'image.compressed') await deps.gatewayMessages.add(outcome.type, outcome);
  else await deps.gatewayMessages.add(outcome.type, outcome);
}
