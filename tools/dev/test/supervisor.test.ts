import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openProcessRecords } from '../src/processes/records.ts';
import { serviceSpec } from '../src/processes/service-process.ts';
import { supervise } from '../src/processes/supervisor.ts';
import { recordedProcesses } from './fake-launcher.ts';
import { temporaryDir } from './temporary-dir.ts';

function specOf(dataDir: string, kind: string, options: { hasLowerPriority?: boolean } = {}) {
  const entry = new URL(`./fake-service/${kind}.ts`, import.meta.url).pathname;
  const logsDir = join(dataDir, 'logs');
  const spec = serviceSpec({ name: kind, entry, env: process.env, logsDir, ...options });
  return { ...spec, stop: { ...spec.stop, timeoutMs: 300 } };
}

function supervisionOf(dataDir: string) {
  const lines: string[] = [];
  const backoff = { firstMs: 20, longestMs: 40, resetAfterMs: 10_000 };
  return { lines, backoff, records: openProcessRecords(dataDir), report: (line: string) => lines.push(line) };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10);
}

it('the supervisor restarts a service that exits, with a backoff that doubles up to a limit', async () => {
  const dataDir = temporaryDir();
  const supervision = supervisionOf(dataDir);
  const service = await supervise(specOf(dataDir, 'service'), supervision);
  for (const deaths of [1, 2, 3]) {
    const { pid } = service;
    process.kill(pid ?? 0, 'SIGKILL');
    await until(() => service.pid !== pid && service.ready !== undefined);
    expect(supervision.lines).toHaveLength(deaths);
  }

  expect(supervision.lines).toEqual([
    'service ended (SIGKILL); starting it again in 0.02 s',
    'service ended (SIGKILL); starting it again in 0.04 s',
    'service ended (SIGKILL); starting it again in 0.04 s',
  ]);
  expect(recordedProcesses(dataDir).get('service')?.pid).toBe(service.pid);
  await service.stop();
  expect(recordedProcesses(dataDir).size).toBe(0);
});

it('the supervisor reports a failed first start with an error that contains the end of the log', async () => {
  const dataDir = temporaryDir();

  await expect(supervise(specOf(dataDir, 'broken-service'), supervisionOf(dataDir))).rejects.toThrow(
    /broken-service failed to start: it exited \(exit code 3\)[\s\S]*broken on purpose/,
  );
  expect(recordedProcesses(dataDir).size).toBe(0);
});

it('the supervisor reports an error if the service never becomes ready', async () => {
  const dataDir = temporaryDir();
  const spec = { ...specOf(dataDir, 'service'), whenReady: () => new Promise(() => {}), readyTimeoutMs: 100 };

  await expect(supervise(spec, supervisionOf(dataDir))).rejects.toThrow('not ready after 0.1 s');
  expect(recordedProcesses(dataDir).size).toBe(0);
});

it('the supervisor kills a service that ignores the request to stop', async () => {
  const dataDir = temporaryDir();
  const service = await supervise(specOf(dataDir, 'stubborn-service'), supervisionOf(dataDir));
  await service.stop();

  expect(recordedProcesses(dataDir).size).toBe(0);
});

it('the supervisor keeps the log of the previous run of a service', async () => {
  const dataDir = temporaryDir();
  for (let run = 0; run < 2; run += 1) {
    await supervise(specOf(dataDir, 'broken-service'), supervisionOf(dataDir)).catch(() => {});
  }

  for (const name of ['broken-service.log', 'broken-service.log.1'])
    expect(readFileSync(join(dataDir, 'logs', name), 'utf8')).toContain('on purpose');
});

it('the supervisor lowers the priority of a service’s session if configured and supported', async () => {
  const service = await supervise(
    specOf(temporaryDir(), 'service', { hasLowerPriority: true }),
    supervisionOf(temporaryDir()),
  );
  const path = `/proc/${service.pid}/autogroup`;
  const isKnown = existsSync(path);
  expect(isKnown ? readFileSync(path, 'utf8') : ' nice 4').toContain(' nice 4');
  await service.stop();
});

it('the supervisor restarts a service even if its process record cannot be written', async () => {
  const dataDir = temporaryDir();
  const { records, lines, ...supervision } = supervisionOf(dataDir);
  let isFull = false;
  const write: typeof records.write = (...record) => {
    if (isFull) throw new Error('ENOSPC: no space left on device');
    records.write(...record);
  };
  const service = await supervise(specOf(dataDir, 'service'), {
    ...supervision,
    records: { ...records, write },
  });
  const { pid } = service;
  isFull = true;
  process.kill(pid ?? 0, 'SIGKILL');
  await until(() => service.pid !== pid && service.ready !== undefined);
  expect(lines).toContain('could not record service: ENOSPC: no space left on device');
  await service.stop();
});

it('the supervisor keeps trying to restart a service after a failed restart', async () => {
  const dataDir = temporaryDir();
  const { lines, ...supervision } = supervisionOf(dataDir);
  const spec = specOf(dataDir, 'service');
  let isFull = false;
  const launch = () => {
    if (isFull) throw new Error('ENOSPC: no space left on device');
    return spec.launch();
  };
  const service = await supervise({ ...spec, launch }, supervision);
  const { pid } = service;
  isFull = true;
  process.kill(pid ?? 0, 'SIGKILL');
  await until(() => lines.filter((line) => line.includes('failed to start (ENOSPC')).length > 2);
  isFull = false;
  await until(() => service.pid !== pid && service.ready !== undefined);
  await service.stop();
});
