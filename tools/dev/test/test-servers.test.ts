import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';
import { defineContainers } from '../src/servers/container-definitions.ts';
import { findContainerEngine } from '../src/servers/container-engine.ts';
import { chooseTestServers } from '../src/servers/test-servers.ts';
import { UserError } from '../src/user-error.ts';
import { type ComposeService, interpolate, readCompose } from './compose/compose-file.ts';
import { answerPing, fakeEngine, socketServer } from './containers/fake-engine.ts';
import { temporaryDir } from './temporary-dir.ts';

const run = promisify(execFile);
/** Environment that disables testcontainers' cleanup container and its detection of the container host. */
const onFake = { TESTCONTAINERS_RYUK_DISABLED: 'true', TESTCONTAINERS_HOST_OVERRIDE: 'localhost' };
const localDir = join(workspaceRoot, 'tools/dev');
const nowhere = () => join(temporaryDir(), 'unused.sock');

/**
 * Runs a module in a separate process, so that no modules loaded by tests are reused. Returns the parsed JSON output.
 */
async function inProcess(script: string, env: NodeJS.ProcessEnv): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: localDir,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('a container engine', () => {
  it('is found at DOCKER_HOST', async () => {
    const host = `unix://${await socketServer(answerPing)}`;
    expect(await findContainerEngine({ DOCKER_HOST: host })).toEqual({ host, text: 'Docker/28.0.4 (linux)' });
  });

  it.each([undefined, ''])(
    'is found at the first default socket that responds (DOCKER_HOST %j)',
    async (value) => {
      const path = await socketServer(answerPing);
      const env = value === undefined ? {} : { DOCKER_HOST: value };
      const other = await socketServer(answerPing);
      expect((await findContainerEngine(env, [nowhere(), path, other]))?.host).toBe(`unix://${path}`);
    },
  );

  it.each([
    'garbage',
    'unix://',
    'unix:///%ZZ',
    'unix:///nonexistent/docker.sock',
    'ssh://root@127.0.0.1',
    'npipe:////./pipe/docker_engine',
    'tcp://127.0.0.1:1',
    'tcp://[::1',
    'http://',
  ])(
    'is not replaced by another container engine if DOCKER_HOST=%s does not respond',
    async (DOCKER_HOST) => {
      expect(await findContainerEngine({ DOCKER_HOST }, [await socketServer(answerPing)])).toBeUndefined();
    },
  );

  it.each<[string, Parameters<typeof socketServer>[0]]>([
    ['belongs to another program', (_, response) => response.end('OK')],
    ['fails', (_, response) => response.writeHead(500, { 'api-version': '1.48' }).end()],
    ['closes the connection', (request) => request.socket.destroy()],
  ])('is not found if the socket %s', async (_, handler) => {
    expect(await findContainerEngine({}, [await socketServer(handler)])).toBeUndefined();
  });

  it('is ignored after two seconds without a response', async () => {
    const DOCKER_HOST = `unix://${await socketServer(() => {})}`;
    const decided = findContainerEngine({ DOCKER_HOST });
    expect(await Promise.race([decided, sleep(2_000, 'too late')])).toBeUndefined();
  });
});

describe('the test servers', () => {
  const needsS3 = true;
  const none = { DOCKER_HOST: 'unix:///nonexistent/docker.sock' };
  const named = { DATABASE_URL: 'postgres://h/a_test', REDIS_URL: 'redis://h', S3_ENDPOINT: 'http://h' };

  it('run in containers if a container engine responds, except for those set by environment variables', async () => {
    const DOCKER_HOST = `unix://${await socketServer(answerPing)}`;
    expect(await chooseTestServers({ needsS3, env: { DOCKER_HOST } })).toEqual({
      engine: { host: DOCKER_HOST, text: 'Docker/28.0.4 (linux)' },
      missing: ['postgres', 'valkey', 'minio'],
      text: `test servers: containers (postgres, valkey, minio) on Docker/28.0.4 (linux) at ${DOCKER_HOST}`,
    });
    const { S3_ENDPOINT, ...rest } = named;
    const some = await chooseTestServers({ needsS3, env: { DOCKER_HOST, ...rest } });
    expect(some).toMatchObject({ missing: ['minio'], engine: { host: DOCKER_HOST } });
    const noS3 = await chooseTestServers({ needsS3: false, env: { DOCKER_HOST, S3_ENDPOINT } });
    expect(noS3.missing).toEqual(['postgres', 'valkey']);
  });

  it('run without containers if no container engine responds or TEST_SERVERS requires it', async () => {
    expect(await chooseTestServers({ needsS3, env: none })).toEqual({
      missing: ['postgres', 'valkey', 'minio'],
      text: `test servers: local (no container engine responds at DOCKER_HOST=${none.DOCKER_HOST})`,
    });
    const env = { DOCKER_HOST: `unix://${await socketServer(answerPing)}`, TEST_SERVERS: 'local' };
    expect((await chooseTestServers({ needsS3, env })).engine).toBeUndefined();
  });

  it('are taken from the environment if it specifies all servers', async () => {
    expect(await chooseTestServers({ needsS3, env: { ...named, TEST_SERVERS: 'containers' } })).toEqual({
      missing: [],
      text: 'test servers: those that the environment names',
    });
  });

  it('fail to start if containers are required but unavailable, or if TEST_SERVERS has an unknown value', async () => {
    for (const TEST_SERVERS of ['containers', 'docker']) {
      const chosen = chooseTestServers({ needsS3, env: { ...none, TEST_SERVERS } });
      await expect(chosen).rejects.toThrow(UserError);
    }
  });

  it('are listed in the first output line of `npm test`', async () => {
    const DOCKER_HOST = `unix://${await socketServer(answerPing)}`;
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DOCKER_HOST, ...onFake };
    // The fake engine responds only to the ping, so the test run fails when it starts the first server.
    const ended = await run(process.execPath, ['src/test.ts', 'service-kit'], { cwd: localDir, env }).catch(
      (error: { stdout: string; stderr: string; code: number }) => error,
    );
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('TEST_SERVERS=local') });
    expect(ended.stdout.split('\n')[0]).toBe(
      `test servers: containers (postgres, valkey, minio) on Docker/28.0.4 (linux) at ${DOCKER_HOST}`,
    );
  });

  it('are chosen without loading testcontainers', async () => {
    const script = `
      import { createRequire } from 'node:module';
      const { chooseTestServers } = await import('./src/servers/test-servers.ts');
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('testcontainers'));
      const { text } = await chooseTestServers({ needsS3: true });
      const before = loaded();
      await import('testcontainers');
      console.log(JSON.stringify({ text, before, after: loaded() }));`;
    const result = await inProcess(script, none);
    expect(result).toMatchObject({ before: false, after: true, text: expect.stringContaining('local') });
  });
});

describe('the test containers', () => {
  const compose = readCompose();
  const password = 'secret';
  const definitions = defineContainers(password);
  const env = new Proxy({} as Record<string, string>, {
    get: (_, name) => (/PASSWORD/.test(String(name)) ? password : undefined),
  });
  const filled = (text: string) => interpolate(text, env);
  const names = ['postgres', 'valkey', 'minio'] as const;
  const addressed = Object.values(compose.services).flatMap(({ environment = {} }) =>
    Object.values(environment).map(String),
  );

  it.each(names)('use the same image and settings as the compose file: %s', (name) => {
    const service = compose.services[name] as ComposeService;
    const definition = definitions[name];
    expect(definition.image).toBe(filled(service.image));
    const [kind, ...test] = service.healthcheck?.test?.map(filled) ?? [];
    expect(definition.healthcheck.map((word) => word.replace('gossamer_test', 'gossamer'))).toEqual(
      kind === 'CMD-SHELL' ? ['/bin/sh', '-c', ...test] : test,
    );
    expect(addressed.some((text) => new RegExp(`[/@]${name}:${definition.port}(/|$)`).test(text))).toBe(true);
    const ofTests = ['POSTGRES_DB', 'POSTGRES_INITDB_ARGS'];
    for (const [key, value] of Object.entries(definition.environment))
      if (!ofTests.includes(key)) expect(value, key).toBe(filled(String(service.environment?.[key])));
  });

  it('have the settings of the compose file that the product relies on', () => {
    expect(definitions.minio.command).toEqual(compose.services.minio?.command);
    const config = filled(compose.configs.valkey?.content ?? '');
    const given = definitions.valkey.command.join(' ');
    for (const setting of ['maxmemory-policy noeviction', `requirepass ${password}`]) {
      expect(config).toContain(setting);
      expect(given).toContain(`--${setting}`);
    }
  });

  it('are created and removed on the detected container engine', async () => {
    const engine = await fakeEngine();
    const script = `
      import { startContainers } from './src/servers/containers.ts';
      const { env, stop } = await startContainers({ host: ${JSON.stringify(engine.host)}, text: 'fake' }, ['postgres', 'valkey', 'minio']);
      await stop();
      console.log(JSON.stringify(env));`;
    const started = await inProcess(script, onFake);
    const secret = new URL(String(started.DATABASE_URL)).password;
    expect(secret).toMatch(/^[0-9a-f]{48}$/);
    const at = new URL(String(started.S3_ENDPOINT)).host;
    expect(started).toEqual({
      DATABASE_URL: `postgres://postgres:${secret}@${at}/gossamer_test`,
      REDIS_URL: `redis://:${secret}@${at}`,
      S3_ENDPOINT: `http://${at}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'gossamer-test',
      S3_ACCESS_KEY_ID: 'root',
      S3_SECRET_ACCESS_KEY: secret,
    });
    expect(at).toMatch(/^127\.0\.0\.1:\d+$/);
    const wanted = defineContainers(secret);
    for (const name of names) {
      const created = engine.created.find(({ Image }) => Image === wanted[name].image);
      expect(created, name).toMatchObject({
        Cmd: wanted[name].command,
        Env: Object.entries(wanted[name].environment).map(([key, value]) => `${key}=${value}`),
        Healthcheck: { Test: ['CMD', ...wanted[name].healthcheck] },
        ExposedPorts: { [`${wanted[name].port}/tcp`]: {} },
      });
    }
    expect(engine.removed.sort()).toEqual(['0', '1', '2']);
  });

  it('cause an error that explains how to run without containers if one of them fails to start', async () => {
    const DOCKER_HOST = `unix://${await socketServer(answerPing)}`;
    const script = `
      import { startContainers } from './src/servers/containers.ts';
      const fault = await startContainers({ host: ${JSON.stringify(DOCKER_HOST)}, text: 'fake' }, ['postgres']).catch((error) => error);
      console.log(JSON.stringify({ name: fault.constructor.name, message: fault.message }));`;
    const fault = await inProcess(script, onFake);
    expect(fault).toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('TEST_SERVERS=local'),
    });
  });
});
