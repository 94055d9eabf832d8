import { UserError } from '../user-error.ts';
import type { ContainerName } from './container-definitions.ts';
import { type ContainerEngine, findContainerEngine } from './container-engine.ts';
import { startContainers } from './containers.ts';
import { assertTestDatabase, type Stack, startStack } from './stack.ts';

/** Where to start the test servers that the environment does not specify: in containers or directly on this machine. */
export interface TestServerSource {
  /** Container engine to use. If undefined, the servers run directly on this machine. */
  engine?: ContainerEngine;
  missing: ContainerName[];
  /** One-line description for the user. */
  text: string;
}

export interface TestServerOptions {
  needsS3: boolean;
  log?(line: string): void;
  /** Environment to read. Default: the environment of this process. */
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

const addressVariables = { postgres: 'DATABASE_URL', valkey: 'REDIS_URL', minio: 'S3_ENDPOINT' } as const;

/**
 * Determines within two seconds which servers the tests use: servers specified in the environment; otherwise containers
 * if a container engine responds; otherwise servers on this machine. TEST_SERVERS can require `containers` or `local`.
 * @throws UserError if containers are required and no engine responds
 */
export async function chooseTestServers({
  needsS3,
  env = process.env,
}: TestServerOptions): Promise<TestServerSource> {
  const demanded = env.TEST_SERVERS || 'auto';
  if (!['auto', 'containers', 'local'].includes(demanded))
    throw new UserError(`Invalid TEST_SERVERS "${demanded}": expected auto, containers or local.`);
  const wanted: ContainerName[] = ['postgres', 'valkey', ...(needsS3 ? ['minio' as const] : [])];
  const missing = wanted.filter((name) => !env[addressVariables[name]]);
  if (missing.length === 0) return { missing, text: 'test servers: those that the environment names' };
  if (demanded === 'local') return { missing, text: 'test servers: local (TEST_SERVERS=local)' };
  const engine = await findContainerEngine(env);
  if (engine)
    return {
      engine,
      missing,
      text: `test servers: containers (${missing.join(', ')}) on ${engine.text} at ${engine.host}`,
    };
  const reason = `no container engine responds${env.DOCKER_HOST ? ` at DOCKER_HOST=${env.DOCKER_HOST}` : ''}`;
  if (demanded === 'containers') throw new UserError(`TEST_SERVERS=containers, but ${reason}.`);
  return { missing, text: `test servers: local (${reason})` };
}

/** Starts the test servers that the environment does not specify. */
export async function startTestServers(
  { engine, missing }: TestServerSource,
  { env = process.env, ...options }: TestServerOptions,
): Promise<Stack> {
  if (!engine) return startStack({ isThrowaway: true, env, ...options });
  assertTestDatabase(env);
  const containers = await startContainers(engine, missing);
  try {
    const stack = await startStack({ isThrowaway: true, env: { ...env, ...containers.env }, ...options });
    return { ...stack, stop: () => stack.stop().finally(containers.stop) };
  } catch (error) {
    await containers.stop();
    throw error;
  }
}
