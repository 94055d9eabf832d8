import { createDatabase } from '@gossamer/service-kit/database';
import type { HealthChecks } from '@gossamer/service-kit/health';
import { createLogger, type Logger } from '@gossamer/service-kit/logger';
import { createMetrics } from '@gossamer/service-kit/metrics';
import { createRedis } from '@gossamer/service-kit/redis';
import type { Redis } from 'ioredis';
import { type Kysely, sql } from 'kysely';
import type { AffiliateConfig } from './config.ts';
import type { AffiliateTables } from './db/schema.ts';
import { createPaypal, type Paypal } from './paypal/paypal.ts';

/** The dependencies of operations; passed as an argument, never imported. */
export interface AffiliateDeps {
  config: AffiliateConfig;
  logger: Logger;
  /** The current time, for days, holds and periods. */
  clock(): Date;
  db: Kysely<AffiliateTables>;
  redis: Redis;
  /** Undefined if payouts are exported as a file. */
  paypal: Paypal | undefined;
  metrics: ReturnType<typeof createMetrics>;
  checks: HealthChecks;
  close(): Promise<void>;
}

/** Opens every connection of an affiliate process. */
export function openDeps(config: AffiliateConfig): AffiliateDeps {
  const logger = createLogger('affiliate', config.log.level);
  const db = createDatabase<AffiliateTables>({ ...config.database, logger });
  const redis = createRedis(config.redis, 'producer', logger);
  return {
    config,
    logger,
    clock: () => new Date(),
    db,
    redis,
    paypal: config.paypal && createPaypal(config.paypal),
    metrics: createMetrics('affiliate'),
    checks: { database: () => sql`select 1`.execute(db), redis: () => redis.ping() },
    close: async () => {
      redis.disconnect();
      await db.destroy();
    },
  };
}
