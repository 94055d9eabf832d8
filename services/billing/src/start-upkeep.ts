import type { OutboxTables } from '@gossamer/service-kit/events/outbox';
import { startRelay } from '@gossamer/service-kit/events/relay';
import { every } from '@gossamer/service-kit/schedule';
import type { Kysely } from 'kysely';
import type { BillingDeps } from './deps.ts';
import { atStripe } from './stripe/faults.ts';
import { endGraces } from './upkeep/end-graces.ts';
import { forgetDeleted } from './upkeep/forget-deleted.ts';
import { forgetEvents } from './upkeep/forget-events.ts';
import { readStale } from './upkeep/read-stale.ts';
import { tidyAll } from './upkeep/tidy-all.ts';
import { repairMissed } from './webhooks/repair-missed.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What billing does unasked: ships its facts, and keeps its rows and Stripe in step. */
export function startUpkeep(deps: BillingDeps): { close(): Promise<void> } {
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
        every(minuteMs, 'tidy up', () => tidyAll(deps), logger),
        every(minuteMs, 'read again', () => readStale(deps), logger),
        every(minuteMs, 'forget deleted', () => forgetDeleted(deps), logger),
        // It looks whether a day is over.
        every(10 * minuteMs, 'repair missed events', () => atStripe(() => repairMissed(deps)), logger),
      ]
    : [];
  const chores = [
    ...withStripe,
    every(hourMs, 'end graces', () => endGraces(deps), logger),
    every(hourMs, 'forget events', () => forgetEvents(deps), logger),
  ];
  return {
    close: async () => {
      await Promise.all([relay.close(), ...chores.map((chore) => chore.close())]);
    },
  };
}
