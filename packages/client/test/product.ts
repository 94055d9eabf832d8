import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@gossamer/testkit/free-port';
import { openTestServers, type TestServers } from '@gossamer/testkit/servers';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    product: Product;
  }
}

/** URL of the running product, and members for the tests. Each test file uses a different member. */
export interface Product {
  url: string;
  members: Record<(typeof memberNames)[number], Member>;
}

export interface Member {
  apiKey: string;
  /** Session cookie of the member. */
  cookie: string;
}

const memberNames = [
  'calls',
  'doors',
  'list',
  'retries',
  'webhooks',
  'packed',
  'samples',
  'files',
  'output',
  'folder',
  'local',
  'deliver',
  'variants',
  'mcp',
  'build',
  'check',
  'action',
  'guide',
  'documented',
  'free',
] as const;

const entries = ['gateway/src/main.ts', 'gateway/src/background.ts', 'compressor-worker/src/main.ts'];

/** Global setup for Vitest: starts the product with a real engine and its own servers. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = await openTestServers();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...servers.storageEnv,
    LOG_LEVEL: 'fatal',
    INTERNAL_PORT: '0',
    PUBLIC_URL: url,
    GATEWAY_PORT: String(port),
    DATABASE_URL: servers.databaseUrl,
    GATEWAY_DATABASE_SCHEMA: servers.schema,
    REDIS_URL: servers.redisUrl,
    REDIS_PREFIX: servers.redisPrefix,
    GATEWAY_SECRET: 'a secret of more than thirty-two characters',
    GATEWAY_ADDRESS_SIGNUPS: '10000',
    GATEWAY_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    WORKER_ENGINE_PROCESSES: '2',
  };
  const [code] = await once(run('gateway/src/migrate.ts', env), 'exit');
  if (code !== 0) throw new Error(`the migration exited with code ${code}`);
  const processes = entries.map((entry) => run(entry, env));
  await Promise.all(processes.map(ready));
  const members: Partial<Product['members']> = {};
  for (const name of memberNames) members[name] = await signUp(url, name, servers);
  project.provide('product', { url, members: members as Product['members'] });
  return async () => {
    await Promise.all(processes.map(stop));
    await servers.close();
  };
}

/** Creates a member with an API key. Each member has Pro, except for the one named `free`, whose plan has ended. */
async function signUp(url: string, name: string, { sql }: TestServers): Promise<Member> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const email = `${name}@example.com`;
  const person = { firstName: 'Ada', lastName: 'Lovelace', email, password: 'correct horse battery' };
  const signedUp = await post('/api/auth/signup', { ...person, preferredLanguage: 'en' });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const setPlan = (plan: string) => sql('update accounts set plan = $1 where email_key = $2', [plan, email]);
  await setPlan('pro');
  await sql('update accounts set email_verified_at = now() where email_key = $1', [email]);
  const made = await post('/api/keys', { label: 'Test' }, { cookie });
  if (made.status !== 201) throw new Error(`failed to create an API key: ${await made.text()}`);
  if (name === 'free') await setPlan('free');
  const { token } = (await made.json()) as { token: string };
  return { apiKey: token, cookie };
}

function run(entry: string, env: NodeJS.ProcessEnv): ChildProcess {
  return fork(fileURLToPath(new URL(`../../../services/${entry}`, import.meta.url)), { env, execArgv: [] });
}

async function ready(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1)} exited with code ${code} before it was ready`);
  });
  await Promise.race([once(child, 'message'), ended]);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
