import { randomBytes } from 'node:crypto';
import { factEnvelope } from '@gossamer/contracts/facts';
import { gatewayInbox } from '@gossamer/contracts/inboxes';
import type { Plan } from '@gossamer/contracts/limits';
import { createLogger } from '@gossamer/service-kit/logger';
import { messageOptions } from '@gossamer/service-kit/queues/job-options';
import { createProducer } from '@gossamer/service-kit/queues/producer';
import { waitFor } from '@gossamer/testkit/wait';
import type { TestGateway } from './gateway.ts';

let nextVersion = 1;

/**
 * Publishes the fact `plan.changed` in place of the billing service, and waits until the gateway has handled the fact.
 */
export async function changePlan(
  gateway: TestGateway,
  accountId: string,
  plan: Plan,
  version = nextVersion++,
): Promise<void> {
  await publishPlan(gateway, accountId, plan, version);
  await waitFor('the plan', async () => {
    const [row] = await gateway.servers.sql('select plan from accounts where id = $1', [accountId]);
    return row?.plan === plan;
  });
}

/** Adds the fact `plan.changed` to the gateway's inbox. */
export async function publishPlan(
  gateway: TestGateway,
  accountId: string,
  plan: Plan,
  version: number,
): Promise<void> {
  const catalog = { name: gatewayInbox.name, jobs: { 'plan.changed': factEnvelope } };
  const options = { connection: gateway.deps.redis, prefix: gateway.servers.redisPrefix };
  const billing = createProducer(catalog, {
    ...options,
    logger: createLogger('billing-test', 'silent'),
    defaults: messageOptions,
  });
  await billing.add('plan.changed', {
    id: randomBytes(8).toString('hex'),
    name: 'plan.changed',
    key: accountId,
    version,
    payload: { accountId, plan },
  });
}
