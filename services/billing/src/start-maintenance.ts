import type { OutboxTables } from '@gossamer/service-kit/events/outbox';
import { startRelay } from '@gossamer/service-kit/events/relay';
import { every } from '@gossamer/service-kit/schedule';
import type { Kysely } from 'kysely';
import type { BillingDeps } from './deps.ts';
import { endGraces } from './maintenance/end-graces.ts';
import { pruneDeleted } from './maintenance/prune-deleted.ts';
import { pruneEvents } from './maintenance/prune-events.ts';
import { readStale } from './maintenance/read-stale.ts';
import { tidyAll } from './maintenance/tidy-all.ts';
import { atStripe } from './stripe/faults.ts';
import { repairMissed } from './webhooks/repair-missed.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Starts billing's background tasks: the outbox relay and the synchronization with Stripe. */
export function startMaintenance(deps: BillingDeps): { close(): Promise<void> } {
  const { config, logger } = deps;
  const relay = startRelay({
    db: deps.db as unknown as Kysely<OutboxTables>,
    databaseUrl: config.database.url,
    schema: config.database.schema,
    redis: deps.redis,
    prefix: config.redis.prefix,
    metrics: deps.metrics,
    logger,
  });
  const withStripe = config.stripe
    ? [
        every(minuteMs, 'clean up subscriptions', () => tidyAll(deps), logger),
        every(minuteMs, 'refresh stale subscriptions', () => readStale(deps), logger),
        every(minuteMs, 'prune deleted accounts', () => pruneDeleted(deps), logger),
        // Missed events are repaired at most once a day. The interval only determines how often the task checks whether
        // a repair is due.
        every(10 * minuteMs, 'repair missed events', () => atStripe(() => repairMissed(deps)), logger),
      ]
    : [];
  const tasks = [
    ...withStripe,
    every(hourMs, 'end grace periods', () => endGraces(deps), logger),
    every(hourMs, 'prune events', () => pruneEvents(deps), logger),
  ];
  return {
    close: async () => {
      await Promise.all([relay.close(), ...tasks.map((task) => task.close())]);
    },
  };
}
