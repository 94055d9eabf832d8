import { join } from 'node:path';
import { localUrl, withoutDailyLimits } from '@gossamer/dev/environment';
import { freePort } from '@gossamer/dev/free-port';
import { readJsonFile } from '@gossamer/dev/private-file';
import type { SupervisedProcess } from '@gossamer/dev/processes/supervisor';
import { startProduct } from '@gossamer/dev/product';
import { withClient } from '@gossamer/dev/servers/databases';
import { migrations } from '@gossamer/dev/services';
import { Redis } from 'ioredis';
import { clockEnv } from './fake-time.ts';
import { type FaultProxy, startProxy } from './proxy.ts';
import { type Servers, startServers } from './servers.ts';
import { openStore, type Store, type StoreKind } from './store.ts';
import { type ProcessOptions, servicesOf } from './world-services.ts';

/** The running product, with its servers behind proxies, and functions that simulate failures. */
export interface World {
  url: string;
  /** URL of the second gateway, if one was requested. */
  otherUrl: string;
  database: FaultProxy;
  redisProxy: FaultProxy;
  store: Store;
  /** Redis connection that bypasses the proxy. */
  redis: Redis;
  /** Runs a query on Postgres. Bypasses the proxy. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Returns the running processes whose names start with `name`: `worker`, `gateway` or `background`. */
  processes(name: string): SupervisedProcess[];
  /**
   * Returns the process id of a server. For `postgres`, returns the main process, whose child processes serve the
   * connections.
   */
  serverPid(name: 'postgres' | 'redis'): number;
  stop(): Promise<void>;
}

export interface WorldOptions {
  store: StoreKind;
  env?: NodeJS.ProcessEnv | undefined;
  processes?: ProcessOptions | undefined;
}

/**
 * Starts the product with its own servers. As in production, data is persisted and processes are supervised.
 * @throws NotPossibleError if this machine does not meet a requirement
 */
export async function startWorld(options: WorldOptions): Promise<World> {
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await build(options, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function build(
  options: WorldOptions,
  undo: (() => Promise<void> | void)[],
): Promise<Omit<World, 'stop'>> {
  const servers = await startServers({
    needsS3: options.store === 's3',
    isOnSmallDisk: options.store === 'whole disk',
  });
  undo.push(() => servers.stop());
  const store = await openStore(options.store, servers);
  undo.push(() => store.close());
  const [database, redisProxy] = await Promise.all([
    startProxy(servers.databaseUrl),
    startProxy(servers.redisUrl),
  ]);
  undo.push(
    () => database.close(),
    () => redisProxy.close(),
  );
  const redis = new Redis(servers.redisUrl, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  undo.push(() => redis.disconnect());
  const otherPort = options.processes?.hasSecondGateway ? await freePort() : undefined;
  const clocks = await clockEnv(options.processes?.clocks ?? {});
  const product = await startProduct({
    dataDir: join(servers.dataDir, 'product'),
    port: await freePort(),
    userEnv: {
      ...withoutServers(process.env),
      ...withoutDailyLimits,
      LOG_LEVEL: 'warn',
      WORKER_ENGINE_PROCESSES: '1',
      ...options.env,
      ...store.env,
      DATABASE_URL: database.url,
      REDIS_URL: redisProxy.url,
    },
    migrations,
    services: servicesOf(options.processes ?? {}, { otherPort, clocks }),
  });
  undo.push(() => product.stop());
  return {
    url: product.url,
    otherUrl: otherPort === undefined ? product.url : localUrl(otherPort),
    database,
    redisProxy,
    store,
    redis,
    query: (sql, values) =>
      withClient(servers.databaseUrl, async (client) => {
        await client.query('SET search_path TO gateway');
        return (await client.query(sql, values)).rows;
      }),
    processes: (name) => product.processes.filter((one) => one.name.startsWith(name)),
    serverPid: (name) => pidOf(servers, name),
  };
}

/**
 * Removes environment variables that refer to existing servers, because the tests must not disrupt servers that they
 * did not start.
 */
function withoutServers(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isServers = (name: string) => /^(S3_|DATABASE_URL$|REDIS_URL$|STORAGE_DIRECTORY$)/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isServers(name)));
}

function pidOf({ dataDir }: Servers, name: string): number {
  const record = readJsonFile<{ pid: number }>(join(dataDir, 'run', `${name}.json`));
  if (record === undefined) throw new Error(`${name} is not running`);
  return record.pid;
}
