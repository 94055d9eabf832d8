import { compressionQueue } from '@gossamer/contracts/jobs';
import { createDatabase } from '@gossamer/service-kit/database';
import type { HealthChecks } from '@gossamer/service-kit/health';
import { createLogger, type Logger } from '@gossamer/service-kit/logger';
import { createMetrics, createStageTimes, type StageTimes } from '@gossamer/service-kit/metrics';
import { createOutbound, type Outbound } from '@gossamer/service-kit/outbound/outbound';
import { createProducer, type Producer } from '@gossamer/service-kit/queues/producer';
import { createRedis } from '@gossamer/service-kit/redis';
import { createStorage } from '@gossamer/service-kit/storage/create-storage';
import type { LinkSigner } from '@gossamer/service-kit/storage/signed-link';
import type { Storage } from '@gossamer/service-kit/storage/storage';
import type { Redis } from 'ioredis';
import { type Kysely, sql } from 'kysely';
import { createPasswords, type Passwords } from './accounts/passwords.ts';
import { type AffiliateClient, createAffiliateClient } from './affiliate/affiliate-client.ts';
import { type BillingClient, createBillingClient } from './billing/billing-client.ts';
import { createOwnerReads, type OwnerReads } from './compressions/history/owner-reads.ts';
import { createNotices, type Notices } from './compressions/results/await-notices.ts';
import type { GatewayConfig } from './config.ts';
import type { GatewayTables } from './db/schema.ts';
import { type IdentityCookies, identityCookies } from './http/identity/cookies.ts';
import { deriveKey } from './http/identity/derive-key.ts';
import { type KnownBrowsers, knownBrowsers } from './http/identity/known-browsers.ts';
import { type ReferralCookie, referralCookie } from './http/identity/referral-cookie.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createGatewayCounters, type GatewayCounters } from './ops/metrics/counters.ts';

/**
 * Stages of a compression in the gateway, used as the values of a metric label: receive the form, commit the row,
 * enqueue the job, wait, read the row again, notify, finalize.
 */
export type GatewayStage = 'receive' | 'commit' | 'enqueue' | 'wait' | 'reread' | 'notify' | 'finalize';

/** Dependencies of the gateway's operations, passed as an argument. */
export interface GatewayDeps {
  config: GatewayConfig;
  logger: Logger;
  /** Returns the current time. Tests replace this function. */
  clock(): Date;
  cookies: IdentityCookies;
  knownBrowsers: KnownBrowsers;
  referral: ReferralCookie;
  passwords: Passwords;
  mailer: Mailer;
  /** Client for the billing service; undefined if billing is not configured. */
  billing: BillingClient | undefined;
  /** Client for the affiliate service; undefined if the service is not configured. */
  affiliate: AffiliateClient | undefined;
  /** HTTP client for requests to URLs that users supply: image URLs, webhooks and storage. */
  outbound: Outbound;
  db: Kysely<GatewayTables>;
  ownerReads: OwnerReads;
  redis: Redis;
  storage: Storage;
  /** Signs and verifies links to files that are stored in a directory. */
  links: LinkSigner;
  compressionJobs: Producer<typeof compressionQueue>;
  notices: Notices;
  metrics: ReturnType<typeof createMetrics>;
  stages: StageTimes<GatewayStage>;
  counters: GatewayCounters;
  checks: HealthChecks;
  close(): Promise<void>;
}

/** Opens the connections to the database, Redis, storage and the other services. */
export async function openDeps(config: GatewayConfig, service: string): Promise<GatewayDeps> {
  const logger = createLogger(service, config.log.level);
  const db = createDatabase<GatewayTables>({ ...config.database, logger });
  const redis = createRedis(config.redis, 'producer', logger);
  const subscriber = createRedis(config.redis, 'consumer', logger);
  const links = { baseUrl: new URL('/files', config.publicUrl).href, secret: config.secret };
  const storage = await createStorage(config.storage, links);
  const compressionJobs = createProducer(compressionQueue, {
    connection: redis,
    prefix: config.redis.prefix,
    logger,
    defaults: {
      attempts: 3,
      backoff: { type: 'capped' },
      removeOnComplete: { age: 3_600, count: 5_000 },
      removeOnFail: { age: 24 * 3_600, count: 5_000 },
    },
  });
  const metrics = createMetrics(service);
  const outbound = createOutbound(config.outbound);
  const mailer = createMailer(config, logger);
  return {
    config,
    logger,
    clock: () => new Date(),
    cookies: identityCookies(config.publicUrl),
    knownBrowsers: knownBrowsers(config.publicUrl, deriveKey(config.secret, 'known browser')),
    referral: referralCookie(config.publicUrl, deriveKey(config.secret, 'referral')),
    passwords: createPasswords(),
    mailer,
    billing: config.billing && createBillingClient(config.billing),
    affiliate: config.affiliate && createAffiliateClient(config.affiliate),
    outbound,
    db,
    ownerReads: createOwnerReads(),
    redis,
    storage,
    links,
    compressionJobs,
    notices: createNotices(subscriber, config.redis.prefix),
    metrics,
    stages: createStageTimes<GatewayStage>(metrics),
    counters: createGatewayCounters(metrics),
    checks: {
      database: () => sql`select 1`.execute(db),
      redis: () => redis.ping(),
      storage: () => storage.check(),
    },
    close: async () => {
      mailer.close();
      await outbound.close();
      await compressionJobs.close().catch(() => undefined);
      subscriber.disconnect();
      redis.disconnect();
      await db.destroy();
    },
  };
}
