import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { readJsonFile } from '../src/private-file.ts';
import { withClient } from '../src/servers/databases.ts';
import { recordedProcesses, spawnLauncher, untilGone, untilUp } from './fake-launcher.ts';
import { makeTemporaryDir, removeDir, temporaryDir } from './temporary-dir.ts';

// All tests share a folder, so that each start uses the data of the previous start, as it does for a user.
const dataDir = makeTemporaryDir();
afterAll(() => removeDir(dataDir));

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'npm start stops all processes on %s, even if the signal is sent twice',
  async (signal) => {
    const launcher = await spawnLauncher(dataDir);
    await untilUp(launcher);
    const processes = recordedProcesses(dataDir);
    launcher.child.kill(signal);
    await sleep(30);
    launcher.child.kill(signal);

    expect(await launcher.ended).toBe(0);
    expect(launcher.stderr()).toMatch(/stopped\n$/);
    expect(await untilGone(processes.values(), 100)).toBe(true);
    expect(recordedProcesses(dataDir).size).toBe(0);
  },
);

it('npm start leaves no process running if it is killed, and starts again with its data', async () => {
  const launcher = await spawnLauncher(dataDir);
  await untilUp(launcher);
  const settings = readJsonFile<{ port: number; password: string }>(`${dataDir}/postgres.json`);
  const url = `postgres://postgres:${settings?.password}@127.0.0.1:${settings?.port}/gossamer`;
  await withClient(url, (client) => client.query('CREATE TABLE kept AS SELECT 42 AS answer'));
  const processes = recordedProcesses(dataDir);
  launcher.child.kill('SIGKILL');
  await launcher.ended;
  expect(await untilGone(processes.values(), 5000)).toBe(true);

  const next = await spawnLauncher(dataDir);
  await untilUp(next);
  const { rows } = await withClient(url, (client) => client.query('SELECT answer FROM kept'));
  expect(rows).toEqual([{ answer: 42 }]);
  next.child.kill('SIGTERM');
  await next.ended;
});

it('npm start ends processes that a killed launcher has left running', async () => {
  const launcher = await spawnLauncher(dataDir, { services: 'deaf-service' });
  await untilUp(launcher);
  const deaf = recordedProcesses(dataDir).get('deaf-service-1');
  launcher.child.kill('SIGKILL');
  await launcher.ended;

  const next = await spawnLauncher(dataDir);
  await untilUp(next);
  expect(await untilGone(deaf === undefined ? [] : [deaf], 100)).toBe(true);
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
});

it('npm start can be stopped while the product is starting', async () => {
  const launcher = await spawnLauncher(dataDir);
  while (!launcher.stdout().includes('stack:')) await sleep(5);
  const processes = recordedProcesses(dataDir);
  launcher.child.kill('SIGINT');

  expect(await launcher.ended).toBe(0);
  expect(await untilGone(processes.values(), 100)).toBe(true);
});

it('npm start prints why a service failed to start and exits with 1', async () => {
  const launcher = await spawnLauncher(dataDir, { services: 'service,broken-service' });

  expect(await launcher.ended).toBe(1);
  expect(launcher.stderr()).toContain('broken on purpose');
  expect(recordedProcesses(dataDir).size).toBe(0);
});

it('npm start prints the URL if the product is already running', async () => {
  const launcher = await spawnLauncher(dataDir);
  await untilUp(launcher);
  const second = await spawnLauncher(dataDir);

  expect(await second.ended).toBe(1);
  expect(second.stderr()).toContain(`already running from this folder, at http://localhost:${launcher.port}`);
  launcher.child.kill('SIGTERM');
  await launcher.ended;
});

it('npm start prints a test-mode notice, and the URL on the last line', async () => {
  const launcher = await spawnLauncher(dataDir);
  await untilUp(launcher);
  expect(launcher.stdout()).toMatch(
    new RegExp(
      `\\n {2}payments: test mode \\(docs/operations\\.md\\)\\n[^]*\\nhttp://localhost:${launcher.port}\\n$`,
    ),
  );
  launcher.child.kill('SIGTERM');
  await launcher.ended;
});

it('npm start explains in one line why payments are disabled if other machines can reach the gateway', async () => {
  const launcher = await spawnLauncher(dataDir, { env: { GATEWAY_HOST: '0.0.0.0' } });
  await untilUp(launcher);
  expect(launcher.stdout()).toMatch(/\n {2}payments: off \(GATEWAY_HOST=0\.0\.0\.0 .*FAKE_STRIPE=on.*\)\n/);
  launcher.child.kill('SIGTERM');
  await launcher.ended;
});

it('npm start reports missing Stripe keys before it starts a process', async () => {
  const launcher = await spawnLauncher(dataDir, { env: { STRIPE_SECRET_KEY: 'sk_live_own' } });
  expect(await launcher.ended).toBe(1);
  expect(launcher.stderr()).toContain('Missing: STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET');
  expect(launcher.stdout() + launcher.stderr()).not.toContain('sk_live_own');
  expect(launcher.stdout()).toBe('');
});

it('npm start reports that the port is in use before it starts a process', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const launcher = await spawnLauncher(temporaryDir(), { port });

  expect(await launcher.ended).toBe(1);
  expect(launcher.stderr()).toContain(`Port ${port} is already in use`);
  expect(launcher.stdout()).toBe('');
  other.close();
});
