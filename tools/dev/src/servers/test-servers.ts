import { UserError } from '../user-error.ts';
import type { ContainerName } from './container-definitions.ts';
import { type ContainerEngine, findContainerEngine } from './container-engine.ts';
import { startContainers } from './containers.ts';
import { assertTestDatabase, type Stack, startStack } from './stack.ts';

/** Where the servers of a test run come from, but for those that the environment names. */
export interface TestServerSource {
  /** Absent: servers of this machine. */
  engine?: ContainerEngine;
  missing: ContainerName[];
  /** One line for people. */
  text: string;
}

export interface TestServerOptions {
  needsS3: boolean;
  log?(line: string): void;
  /** This process's own when absent. */
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

const addressVariables = { postgres: 'DATABASE_URL', valkey: 'REDIS_URL', minio: 'S3_ENDPOINT' } as const;

/**
 * Decides, within two seconds, where the servers for tests come from: addresses in the environment first; of the others
 * containers where an engine answers, else servers of this machine. TEST_SERVERS says `containers` or `local` to
 * demand one of them.
 * @throws UserError where containers are demanded and no engine answers
 */
export async function chooseTestServers({
  needsS3,
  env = process.env,
}: TestServerOptions): Promise<TestServerSource> {
  const demanded = env.TEST_SERVERS || 'auto';
  if (!['auto', 'containers', 'local'].includes(demanded))
    throw new UserError(`TEST_SERVERS is "${demanded}": it takes auto, containers or local.`);
  const wanted: ContainerName[] = ['postgres', 'valkey', ...(needsS3 ? ['minio' as const] : [])];
  const missing = wanted.filter((name) => !env[addressVariables[name]]);
  if (missing.length === 0) return { missing, text: 'test servers: those that the environment names' };
  if (demanded === 'local') return { missing, text: 'test servers: local (TEST_SERVERS=local)' };
  const engine = await findContainerEngine(env);
  if (engine)
    return {
      ...{ engine, missing },
      text: `test servers: containers (${missing.join(', ')}) on ${engine.text} at ${engine.host}`,
    };
  const reason = `no container engine answers${env.DOCKER_HOST ? ` at DOCKER_HOST=${env.DOCKER_HOST}` : ''}`;
  if (demanded === 'containers') throw new UserError(`TEST_SERVERS=containers, but ${reason}.`);
  return { missing, text: `test servers: local (${reason})` };
}

/** Starts what the environment does not name, where it was decided. */
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
