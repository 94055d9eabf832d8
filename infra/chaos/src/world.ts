import { freePort } from '@gossamer/local/free-port';
import type { SupervisedProcess } from '@gossamer/local/processes/supervisor';
import { startProduct } from '@gossamer/local/product';
import { startStack } from '@gossamer/local/servers/stack';
import { makeThrowawayDir, removeThrowawayDir } from '@gossamer/local/servers/throwaway-dir';
import { migrations, productServices } from '@gossamer/local/services';
import { Redis } from 'ioredis';
import { type FaultProxy, startProxy } from './proxy.ts';

/** The product with its servers behind proxies, and hands to break each part of it. */
export interface World {
  url: string;
  database: FaultProxy;
  redisProxy: FaultProxy;
  /** Straight to Redis, past the proxy. */
  redis: Redis;
  /** The running processes whose name begins so: `worker`, `gateway`, `background`. */
  processes(name: string): SupervisedProcess[];
  stop(): Promise<void>;
}

/** Starts everything on data of its own; services that die are started again, as in production. */
export async function startWorld(options: { workers: number; env?: NodeJS.ProcessEnv }): Promise<World> {
  const stack = await startStack({ isThrowaway: true });
  const database = await startProxy(stack.env.DATABASE_URL);
  const redisProxy = await startProxy(stack.env.REDIS_URL);
  const dataDir = await makeThrowawayDir();
  const redis = new Redis(stack.env.REDIS_URL);
  const product = await startProduct({
    dataDir,
    port: await freePort(),
    userEnv: { ...process.env, ...options.env, DATABASE_URL: database.url, REDIS_URL: redisProxy.url },
    migrations,
    services: productServices(options.workers).map(withoutWebApp),
  });
  return {
    url: product.url,
    database,
    redisProxy,
    redis,
    processes: (name) => product.processes.filter((one) => one.name.startsWith(name)),
    stop: async () => {
      await product.stop();
      redis.disconnect();
      await Promise.all([database.close(), redisProxy.close()]);
      await stack.stop();
      removeThrowawayDir(dataDir);
    },
  };
}

type Service = ReturnType<typeof productServices>[number];

/** Nobody looks at pages here, so none need to be built. */
function withoutWebApp(service: Service): Service {
  return { ...service, envOf: (parts) => ({ ...service.envOf(parts), GATEWAY_WEB_ROOT: '' }) };
}
