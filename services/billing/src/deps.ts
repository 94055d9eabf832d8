import { createDatabase } from '@gossamer/service-kit/database';
import { AppError } from '@gossamer/service-kit/errors';
import type { HealthChecks } from '@gossamer/service-kit/health';
import { createLogger, type Logger } from '@gossamer/service-kit/logger';
import { createMetrics } from '@gossamer/service-kit/metrics';
import { createRedis } from '@gossamer/service-kit/redis';
import type { Redis } from 'ioredis';
import { type Kysely, sql } from 'kysely';
import type Stripe from 'stripe';
import type { BillingConfig } from './config.ts';
import type { BillingTables } from './db/schema.ts';
import { createStripe } from './stripe/create-stripe.ts';

/** The dependencies of operations; passed as an argument, never imported. */
export interface BillingDeps {
  config: BillingConfig;
  logger: Logger;
  /** The current time, for grace and guarantee periods. */
  clock(): Date;
  db: Kysely<BillingTables>;
  redis: Redis;
  /** Returns the Stripe client. @throws AppError `payments_not_configured` without keys */
  stripe(): Stripe;
  metrics: ReturnType<typeof createMetrics>;
  checks: HealthChecks;
  close(): Promise<void>;
}

/** Opens every connection of a billing process. */
export function openDeps(config: BillingConfig): BillingDeps {
  const logger = createLogger('billing', config.log.level);
  const db = createDatabase<BillingTables>({ ...config.database, logger });
  const redis = createRedis(config.redis, 'producer', logger);
  const client = config.stripe && createStripe(config.stripe);
  return {
    config,
    logger,
    clock: () => new Date(),
    db,
    redis,
    stripe: () => {
      if (!client) throw new AppError('payments_not_configured');
      return client;
    },
    metrics: createMetrics('billing'),
    // Stripe is not checked: members' pages must stay available during its outages.
    checks: { database: () => sql`select 1`.execute(db), redis: () => redis.ping() },
    close: async () => {
      redis.disconnect();
      await db.destroy();
    },
  };
}
