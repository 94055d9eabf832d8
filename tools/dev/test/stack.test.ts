import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '../src/servers/databases.ts';
import { type Stack, startStack } from '../src/servers/stack.ts';
import { recordedProcesses, untilGone } from './fake-launcher.ts';

let stack: Stack;
const quiet = { log: () => {} };

beforeAll(async () => {
  stack = await startStack({ isThrowaway: true, env: {}, ...quiet });
});
afterAll(() => stack?.stop());

it('the test stack reports the type and the version of each server that it runs', () => {
  expect(stack.describe).toMatch(
    /^stack: postgres=embedded \d+\.\d+, redis=binary \d+\.\d+\.\d+, storage=directory$/,
  );
});

it('the test stack uses the servers specified in the environment and does not stop them', async () => {
  const named = await startStack({ isThrowaway: true, env: stack.env, ...quiet });
  expect(named.env).toEqual(stack.env);
  expect(named.describe).toMatch(/postgres=address [\d.]+, redis=address [\d.]+/);
  await named.stop();

  const again = await startStack({ isThrowaway: true, env: stack.env, ...quiet });
  await again.stop();
});

it('the test stack rejects an unusable server URL', async () => {
  const wrong = (name: 'DATABASE_URL' | 'REDIS_URL') => {
    const url = new URL(stack.env[name]);
    url.password = 'guessed';
    return startStack({ isThrowaway: true, env: { ...stack.env, [name]: url.href }, ...quiet });
  };
  await expect(wrong('DATABASE_URL')).rejects.toThrow(/DATABASE_URL .* password authentication failed/);
  await expect(wrong('REDIS_URL')).rejects.toThrow(/REDIS_URL .* WRONGPASS/);
});

it('the test stack rejects a database whose name does not identify it as a test database', async () => {
  const env = { ...stack.env, DATABASE_URL: stack.env.DATABASE_URL.replace('gossamer_test', 'postgres') };
  await expect(startStack({ isThrowaway: true, env, ...quiet })).rejects.toThrow(/"_test"/);
});

it('the test stack ends the processes and deletes the folders of a killed test run', async () => {
  const script = `
    import { startStack } from '${new URL('../src/servers/stack.ts', import.meta.url).href}';
    const stack = await startStack({ isThrowaway: true, env: {} });
    const { rows } = await (await import('${new URL('../src/servers/databases.ts', import.meta.url).href}'))
      .withClient(stack.env.DATABASE_URL, (client) => client.query('SHOW data_directory'));
    process.stdout.write(rows[0].data_directory);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script]);
  const [output] = await once(child.stdout, 'data');
  const dataDir = join(String(output), '..');
  const processes = recordedProcesses(dataDir);
  expect([...processes.keys()].sort()).toEqual(['postgres', 'redis']);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const next = await startStack({ isThrowaway: true, env: {}, ...quiet });
  expect(await untilGone(processes.values(), 3000)).toBe(true);
  expect(existsSync(dataDir)).toBe(false);
  await next.stop();
});

it('the test stack provides a database user who can create and drop schemas', async () => {
  await withClient(stack.env.DATABASE_URL, async (client) => {
    await client.query('CREATE SCHEMA t_1');
    await client.query('DROP SCHEMA t_1');
  });
});
