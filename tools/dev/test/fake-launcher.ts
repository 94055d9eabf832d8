import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/free-port.ts';
import { readJsonFile } from '../src/private-file.ts';
import { isRunning, type ProcessIdentity } from '../src/processes/identity.ts';

export interface FakeLauncher {
  child: ChildProcess;
  port: number;
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code, or with the signal that terminated the process. */
  ended: Promise<number | NodeJS.Signals>;
}

const entry = new URL('./fake-service/start.ts', import.meta.url).pathname;

/** Runs fake-service/start.ts in a separate process. */
export async function spawnLauncher(
  dataDir: string,
  options: { port?: number; services?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<FakeLauncher> {
  const port = options.port ?? (await freePort());
  const { DATABASE_URL, REDIS_URL, npm_lifecycle_event, ...env } = process.env;
  const child = spawn(process.execPath, [entry, '--port', String(port)], {
    env: {
      ...env,
      ...options.env,
      FAKE_LAUNCHER_DATA_DIR: dataDir,
      FAKE_SERVICES: options.services ?? 'service,service',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (part: string) => {
      text[name] += part;
    });
  }
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  return { child, port, stdout: () => text.stdout, stderr: () => text.stderr, ended };
}

/**
 * Waits until the launcher prints its URL.
 * @throws Error with the launcher's output if the launcher exits first
 */
export async function untilUp(launcher: FakeLauncher): Promise<void> {
  while (!/^http:\/\/localhost:\d+$/m.test(launcher.stdout())) {
    if (launcher.child.exitCode !== null) throw new Error(`${launcher.stdout()}\n${launcher.stderr()}`);
    await sleep(20);
  }
}

/** Returns the processes recorded by the launcher, by name. */
export function recordedProcesses(dataDir: string): Map<string, ProcessIdentity> {
  const folder = join(dataDir, 'run');
  const records = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readJsonFile<ProcessIdentity & { name: string }>(join(folder, file)) ?? []);
  return new Map(records.map((record) => [record.name, record]));
}

export async function untilGone(processes: Iterable<ProcessIdentity>, timeoutMs: number): Promise<boolean> {
  const list = [...processes];
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20)) {
    if (!list.some(isRunning)) return true;
  }
  return false;
}
