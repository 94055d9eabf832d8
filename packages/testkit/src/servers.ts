import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { serverVariable } from './server-variable.ts';
import { openTestStorage } from './test-storage.ts';

/** Where one test file's data lies: a schema, a Redis prefix and a store that nobody else has. */
export interface TestServers {
  databaseUrl: string;
  schema: string;
  redisUrl: string;
  redisPrefix: string;
  /** The variables of the store, for a service's configuration. */
  storageEnv: Record<string, string>;
  /** Runs a statement in the test's schema. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Deletes every key of the prefix, as if Redis had lost its memory, for this test only. */
  emptyRedis(): Promise<void>;
  close(): Promise<void>;
}

/** Opens what one test file needs, and removes all of it at `close`. */
export async function openTestServers(): Promise<TestServers> {
  const id = randomBytes(6).toString('hex');
  const databaseUrl = serverVariable('DATABASE_URL');
  const redisUrl = serverVariable('REDIS_URL');
  const schema = `t_${id}`;
  const redisPrefix = `t-${id}`;
  const storage = await openTestStorage(id);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create schema ${schema}`);
  await client.query(`set search_path to ${schema}`);
  const redis = new Redis(redisUrl);
  const emptyRedis = () => deleteKeys(redis, redisPrefix);
  return {
    databaseUrl,
    schema,
    redisUrl,
    redisPrefix,
    storageEnv: storage.env,
    emptyRedis,
    sql: async (text, values = []) => (await client.query(text, values)).rows,
    close: async () => {
      await emptyRedis();
      redis.disconnect();
      await client.query(`drop schema ${schema} cascade`);
      await client.end();
      await storage.close();
    },
  };
}

async function deleteKeys(redis: Redis, prefix: string): Promise<void> {
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(...keys);
}
