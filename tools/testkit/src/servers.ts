import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { serverVariable } from './server-variable.ts';
import { openTestStorage } from './test-storage.ts';

/**
 * Isolated servers for one test file: a separate database with a schema, a separate Redis prefix and a separate
 * storage.
 */
export interface TestServers {
  databaseUrl: string;
  schema: string;
  redisUrl: string;
  redisPrefix: string;
  /** Environment variables that configure the storage for a service. */
  storageEnv: Record<string, string>;
  /** Runs an SQL statement in the test's database schema. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Deletes all Redis keys with the test's prefix, to simulate data loss in Redis. */
  emptyRedis(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the servers for one test file. `close` deletes their data. Each test file has its own database, because
 * migrations inspect all tables in a database and fail if another test file drops a table concurrently.
 */
export async function openTestServers(): Promise<TestServers> {
  const id = randomBytes(6).toString('hex');
  const redisUrl = serverVariable('REDIS_URL');
  const schema = `t_${id}`;
  const redisPrefix = `t-${id}`;
  const storage = await openTestStorage(id);
  const databaseUrl = await createTestDatabase(schema);
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
      await client.end();
      await onServer(`drop database ${schema} with (force)`);
      await storage.close();
    },
  };
}

/** Creates an empty database and returns its URL. */
async function createTestDatabase(name: string): Promise<string> {
  await onServer(`create database ${name} template template0`);
  const url = new URL(serverVariable('DATABASE_URL'));
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverVariable('DATABASE_URL') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function deleteKeys(redis: Redis, prefix: string): Promise<void> {
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(...keys);
}
