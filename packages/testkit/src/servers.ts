import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Where one test file's data lies: a schema, a Redis prefix and a folder that nobody else has. */
export interface TestServers {
  databaseUrl: string;
  schema: string;
  redisUrl: string;
  redisPrefix: string;
  directory: string;
  /** Runs a statement in the test's schema. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Deletes every key of the prefix, as if Redis had lost its memory, for this test only. */
  emptyRedis(): Promise<void>;
  close(): Promise<void>;
}

/** Opens what one test file needs, and removes all of it at `close`. */
export async function openTestServers(): Promise<TestServers> {
  const id = randomBytes(6).toString('hex');
  const databaseUrl = variable('DATABASE_URL');
  const redisUrl = variable('REDIS_URL');
  const schema = `t_${id}`;
  const redisPrefix = `t-${id}`;
  const directory = await mkdtemp(join(tmpdir(), 'gossamer-case-'));
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
    directory,
    emptyRedis,
    sql: async (text, values = []) => (await client.query(text, values)).rows,
    close: async () => {
      await emptyRedis();
      redis.disconnect();
      await client.query(`drop schema ${schema} cascade`);
      await client.end();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function deleteKeys(redis: Redis, prefix: string): Promise<void> {
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(...keys);
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: run the tests by "npm test" or vitest, whose set-up starts the servers`,
    );
  return value;
}
