import type { AddressInfo } from 'node:net';
import type { Redis } from 'ioredis';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { databaseVariables, processVariables, redisVariables, toTracing } from './config.ts';
import { createDatabase } from './database.ts';
import type { HealthChecks } from './health.ts';
import { createHttp, type Http } from './http/create-http.ts';
import { healthRoutes } from './http/health-routes.ts';
import { observeRequests } from './http/observe-requests.ts';
import { startInternalServer } from './internal-server.ts';
import { createLogger, type Logger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { createRedis, firstConnection } from './redis.ts';
import { runProcess } from './run-process.ts';
import { startTracing } from './tracing.ts';

/** Environment variables of all services behind the gateway. Each service adds its own schema, host and port. */
export const serviceVariables = {
  ...processVariables,
  ...databaseVariables,
  ...redisVariables,
  /** Shared secret with which the gateway signs the caller's identity. */
  IDENTITY_SECRET: z.string().min(32),
  /** Base URL of the product. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
};

/** Name of a database schema. */
export const schemaName = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** Returns the configuration shared by all services behind the gateway. */
export function toServiceConfig(
  v: z.output<z.ZodObject<typeof serviceVariables>>,
  { schema, ...http }: { schema: string; host: string; port: number },
) {
  return {
    log: { level: v.LOG_LEVEL },
    internal: { host: v.INTERNAL_HOST, port: v.INTERNAL_PORT },
    tracing: toTracing(v),
    http,
    database: { url: v.DATABASE_URL, schema },
    redis: { url: v.REDIS_URL, prefix: v.REDIS_PREFIX },
    identitySecret: v.IDENTITY_SECRET,
    publicUrl: v.PUBLIC_URL,
  };
}
export type ServiceConfig = ReturnType<typeof toServiceConfig>;

/** Dependencies shared by all services behind the gateway. */
export interface ServiceDeps<Tables> {
  logger: Logger;
  clock(): Date;
  db: Kysely<Tables>;
  redis: Redis;
  metrics: ReturnType<typeof createMetrics>;
  checks: HealthChecks;
  close(): Promise<void>;
}

/**
 * Opens a service's connections. Third-party services are not part of the health checks, because the service works
 * without them.
 */
export function openServiceDeps<Tables>(name: string, config: ServiceConfig): ServiceDeps<Tables> {
  const logger = createLogger(name, config.log.level);
  const db = createDatabase<Tables>({ ...config.database, logger });
  const redis = createRedis(config.redis, 'producer', logger);
  return {
    logger,
    clock: () => new Date(),
    db,
    redis,
    metrics: createMetrics(name),
    checks: { database: () => sql`select 1`.execute(db), redis: () => redis.ping() },
    close: async () => {
      redis.disconnect();
      await db.destroy();
    },
  };
}

/** Creates a service's HTTP application with metrics and health routes. Only the gateway can reach it. */
export async function createServiceHttp({
  logger,
  metrics,
  checks,
}: Pick<ServiceDeps<never>, 'logger' | 'metrics' | 'checks'>): Promise<Http> {
  const http = await createHttp({
    logger,
    trustedProxies: [],
    requestTimeoutMs: 30_000,
    trustsUpstreamTrace: true,
  });
  await http.register(observeRequests, { registry: metrics });
  healthRoutes(http, checks);
  return http;
}

interface Closable {
  close(): Promise<unknown>;
}

interface Service<Deps> {
  buildApp(deps: Deps): Promise<Http>;
  startInbox(deps: Deps, connection: Redis): Closable;
  startMaintenance(deps: Deps): Closable;
}

/**
 * Runs a service's only process, which handles the gateway's requests, consumes domain events and runs maintenance
 * tasks.
 */
export async function runService<Deps extends Omit<ServiceDeps<never>, 'db'>>(
  name: string,
  config: ServiceConfig,
  openDeps: () => Deps,
  { buildApp, startInbox, startMaintenance }: Service<Deps>,
): Promise<void> {
  await startTracing(name, config.tracing);
  const deps = openDeps();
  await runProcess({ logger: deps.logger, closeTimeoutMs: 6_000 }, async () => {
    await firstConnection(deps.redis);
    const app = await buildApp(deps);
    await app.listen(config.http);
    const connection = createRedis(config.redis, 'consumer', deps.logger);
    const inbox = startInbox(deps, connection);
    const maintenance = startMaintenance(deps);
    const internal = await startInternalServer({
      ...config.internal,
      registry: deps.metrics,
      checks: deps.checks,
    });
    return {
      ready: { port: (app.server.address() as AddressInfo).port, internalPort: internal.port },
      close: async () => {
        await app.close();
        await Promise.all([inbox.close(), maintenance.close()]);
        connection.disconnect();
        await Promise.all([internal.close(), deps.close()]);
      },
    };
  });
}
