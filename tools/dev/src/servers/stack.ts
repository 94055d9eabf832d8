import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fetchedServersDir } from '../paths.ts';
import { endLeftOvers, openProcessRecords } from '../processes/records.ts';
import type { Supervision } from '../processes/supervisor.ts';
import { UserError } from '../user-error.ts';
import { createDatabase, probePostgres } from './databases.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { defaultRedisLookup } from './redis-binary.ts';
import { waitForRedis } from './redis-probe.ts';
import type { S3Env } from './s3-request.ts';
import { startS3 } from './s3-server.ts';
import { makeThrowawayDir, removeThrowawayDir } from './throwaway-dir.ts';

interface CommonOptions {
  /**
   * Called with a line of text for each step and each unexpected exit of a server. By default, prints to standard
   * error.
   */
  log?(line: string): void;
  /**
   * Environment in which DATABASE_URL and REDIS_URL specify servers to use instead of embedded ones. Default: the
   * environment of this process.
   */
  env?: NodeJS.ProcessEnv;
  /** Aborts the server startup. */
  signal?: AbortSignal;
}

export type StackOptions = CommonOptions &
  (
    | { dataDir: string; isThrowaway?: false }
    /**
     * For tests: creates a temporary data folder that `stop` deletes, disables `fsync`, and uses the database
     * `gossamer_test`.
     */
    | { isThrowaway: true /** Whether the tests need S3 (S3_ENDPOINT or else Swift). */; needsS3?: boolean }
  );

export interface Stack {
  /** URLs of the servers. Includes the S3_* variables if an S3 server was requested. */
  env: { DATABASE_URL: string; REDIS_URL: string } & Partial<S3Env>;
  /** Whether the user in DATABASE_URL is an embedded server's superuser, which can create roles. */
  ownsDatabase: boolean;
  /** Summary, such as `stack: postgres=embedded 18.4, redis=binary 7.0.15, storage=directory`. */
  describe: string;
  stop(): Promise<void>;
}

interface Server {
  url: string;
  text: string;
  stop(): Promise<void>;
}

interface Place {
  dataDir: string;
  database: string;
  isThrowaway: boolean;
  needsS3: boolean;
  supervision: Supervision;
}

const addressTimeoutMs = 10_000;

/** Starts Postgres, Redis and, for tests, an S3 server. Servers specified in the environment are used instead. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const env = options.env ?? process.env;
  if (!options.isThrowaway)
    return startOn(
      { dataDir: options.dataDir, database: 'gossamer', isThrowaway: false, needsS3: false },
      env,
      options,
    );

  if (env.DATABASE_URL && !new URL(env.DATABASE_URL).pathname.endsWith('_test')) {
    throw new UserError('Tests require a database whose name ends in "_test". Change DATABASE_URL.');
  }
  const dataDir = await makeThrowawayDir();
  try {
    const stack = await startOn(
      { dataDir, database: 'gossamer_test', isThrowaway: true, needsS3: options.needsS3 ?? false },
      env,
      options,
    );
    const stop = () => stack.stop().finally(() => removeThrowawayDir(dataDir));
    return { ...stack, stop };
  } catch (error) {
    removeThrowawayDir(dataDir);
    throw error;
  }
}

/**
 * Checks that DATABASE_URL, if set, refers to a test database.
 * @throws UserError if the database is not for tests
 */
export function assertTestDatabase(env: NodeJS.ProcessEnv): void {
  if (!env.DATABASE_URL || new URL(env.DATABASE_URL).pathname.endsWith('_test')) return;
  throw new UserError('Tests require a database whose name ends in "_test". Change DATABASE_URL.');
}

async function startOn(
  where: Omit<Place, 'supervision'>,
  env: NodeJS.ProcessEnv,
  { log = (line) => process.stderr.write(`${line}\n`), signal }: CommonOptions,
): Promise<Stack> {
  const { dataDir } = where;
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  await endLeftOvers(dataDir);
  const place = {
    ...where,
    supervision: { records: openProcessRecords(dataDir), report: log, signal },
  };
  const [postgres, redis, s3] = await Promise.allSettled([
    env.DATABASE_URL ? namedPostgres(env.DATABASE_URL) : ownPostgres(place),
    env.REDIS_URL ? namedRedis(env.REDIS_URL) : ownRedis(place),
    where.needsS3 ? startS3(env, place) : undefined,
  ]);
  const stop = async () => {
    for (const server of [s3, redis, postgres]) if (server.status === 'fulfilled') await server.value?.stop();
  };
  if (postgres.status === 'rejected' || redis.status === 'rejected' || s3.status === 'rejected') {
    await stop();
    throw [postgres, redis, s3].find((server) => server.status === 'rejected')?.reason;
  }
  return {
    env: { DATABASE_URL: postgres.value.url, REDIS_URL: redis.value.url, ...s3.value?.env },
    ownsDatabase: !env.DATABASE_URL,
    describe: `stack: postgres=${postgres.value.text}, redis=${redis.value.text}, storage=directory${s3.value ? `, s3=${s3.value.text}` : ''}`,
    stop,
  };
}

async function ownPostgres(place: Place): Promise<Server> {
  const server = await startPostgres(place);
  try {
    await createDatabase(server.urlOf('postgres'), place.database);
  } catch (error) {
    await server.process.stop();
    throw error;
  }
  return {
    url: server.urlOf(place.database),
    text: `embedded ${server.version}`,
    stop: () => server.process.stop(),
  };
}

async function namedPostgres(url: string): Promise<Server> {
  return { url, text: `address ${await probePostgres(url)}`, stop: async () => {} };
}

async function ownRedis(place: Place): Promise<Server> {
  const lookup = defaultRedisLookup(fetchedServersDir, place.supervision.report, place.supervision.signal);
  const server = await startRedis({ ...place, lookup });
  return { url: server.url, text: `binary ${server.version}`, stop: () => server.process.stop() };
}

async function namedRedis(url: string): Promise<Server> {
  try {
    return { url, text: `address ${await waitForRedis(url, addressTimeoutMs)}`, stop: async () => {} };
  } catch (error) {
    throw new UserError(`REDIS_URL cannot be used: ${(error as Error).message}`);
  }
}
