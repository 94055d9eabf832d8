import { randomBytes } from 'node:crypto';
import type { StartedTestContainer } from 'testcontainers';
import { UserError } from '../user-error.ts';
import {
  type ContainerDefinition,
  type ContainerName,
  defineContainers,
  minioUser,
  testDatabase,
} from './container-definitions.ts';
import type { ContainerEngine } from './container-engine.ts';
import { requestBucket, type S3Env } from './s3-request.ts';

export interface StartedContainers {
  /** URLs and credentials of the started servers as environment variables. */
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

const startupTimeoutMs = 120_000;

/**
 * Starts containers for the named servers.
 * @throws UserError if a container fails to start
 */
export async function startContainers(
  engine: ContainerEngine,
  names: ContainerName[],
): Promise<StartedContainers> {
  // Set DOCKER_HOST, so that testcontainers uses the same container engine.
  process.env.DOCKER_HOST = engine.host;
  const password = randomBytes(24).toString('hex');
  const definitions = defineContainers(password);
  const started = await Promise.allSettled(names.map((name) => start(definitions[name])));
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => void (await Promise.all(running.map((container) => container.stop())));
  try {
    const failed = started.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    const env: NodeJS.ProcessEnv = {};
    for (const [at, name] of names.entries())
      Object.assign(env, await environmentOf[name](addressOf(running[at], definitions[name]), password));
    return { env, stop };
  } catch (error) {
    await stop();
    throw new UserError(
      `${engine.text} at ${engine.host} failed to start the test servers: ${(error as Error).message}\n` +
        'TEST_SERVERS=local uses servers of this machine instead.',
    );
  }
}

async function start(definition: ContainerDefinition): Promise<StartedTestContainer> {
  // Import testcontainers lazily, because importing it takes longer than determining that it is not needed.
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = new GenericContainer(definition.image)
    .withCommand(definition.command)
    .withEnvironment(definition.environment)
    .withExposedPorts(definition.port)
    .withHealthCheck({
      test: ['CMD', ...definition.healthcheck],
      interval: 1_000,
      timeout: 3_000,
      retries: 60,
      startPeriod: 0,
    })
    .withWaitStrategy(Wait.forHealthCheck())
    .withStartupTimeout(startupTimeoutMs);
  if (definition.sharedMemoryBytes) container.withSharedMemorySize(definition.sharedMemoryBytes);
  return container.start();
}

/** Returns the host and port at which the container is reachable from this machine, such as `127.0.0.1:49153`. */
function addressOf(container: StartedTestContainer | undefined, { port }: ContainerDefinition): string {
  if (!container) throw new Error('a started container is missing');
  const host = container.getHost();
  return `${host === 'localhost' ? '127.0.0.1' : host}:${container.getMappedPort(port)}`;
}

const environmentOf = {
  postgres: (address: string, password: string) => ({
    DATABASE_URL: `postgres://postgres:${password}@${address}/${testDatabase}`,
  }),
  valkey: (address: string, password: string) => ({ REDIS_URL: `redis://:${password}@${address}` }),
  minio: async (address: string, password: string): Promise<S3Env> => {
    const s3 = {
      S3_ENDPOINT: `http://${address}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'gossamer-test',
      S3_ACCESS_KEY_ID: minioUser,
      S3_SECRET_ACCESS_KEY: password,
    };
    const status = await requestBucket('PUT', s3);
    if (status !== 200) throw new Error(`MinIO returned HTTP ${status} when creating a bucket`);
    return s3;
  },
};
