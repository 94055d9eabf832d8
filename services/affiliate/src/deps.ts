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

/** What operations work with; handed down by argument, never imported. */
export interface AffiliateDeps {
  config: AffiliateConfig;
  logger: Logger;
  /** The time by which days, holds and periods end. */
  clock(): Date;
  db: Kysely<AffiliateTables>;
  redis: Redis;
  /** Undefined where payouts leave as a file. */
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
