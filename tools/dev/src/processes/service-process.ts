import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { logTail, rotateLog } from '../logs.ts';
import { shortPath } from '../paths.ts';
import type { ProcessSpec } from './supervisor.ts';

export interface ServiceProcess {
  name: string;
  /** The file that node runs. */
  entry: string;
  nodeFlags?: string[];
  env: NodeJS.ProcessEnv;
  /** It takes every core there is: those who answer people come first. */
  hasLowerPriority?: boolean;
  logsDir: string;
  /** Restart it when one of its files changes. */
  isWatching?: boolean;
}

const readyTimeoutMs = 90_000;
const stop = { signal: 'SIGTERM', timeoutMs: 7000 } as const;

/**
 * One of our services: it says `{ type: 'ready' }` over the channel when it can be used, and ends by itself when the
 * channel closes, so that a killed launcher takes it along.
 */
export function serviceSpec(service: ServiceProcess): ProcessSpec {
  const logPath = rotateLog(service.logsDir, service.name);
  return {
    name: service.name,
    launch: () => launch(service, logPath),
    whenReady,
    readyTimeoutMs,
    stop,
    explain: () => `The end of its log (${shortPath(logPath)}):\n${logTail(logPath)}`,
  };
}

function launch(service: ServiceProcess, logPath: string): ChildProcess {
  const log = openSync(logPath, 'a', 0o600);
  try {
    const child = fork(service.entry, [], {
      execArgv: [
        ...(service.nodeFlags ?? []),
        ...(service.isWatching ? ['--watch', '--watch-preserve-output'] : []),
      ],
      env: service.env,
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    });
    if (service.hasLowerPriority) lowerPriority(child.pid);
    return child;
  } finally {
    closeSync(log);
  }
}

/** Two fifths of another session's share: enough to let others in at once, and to get on beside a busy browser. */
const stepsDown = 4;

/** Linux shares cores among sessions before it looks at the priorities of their processes (sched(7), autogroups). */
function lowerPriority(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(stepsDown));
  } catch {
    // A system without: there the process's own priorities count.
  }
}

function whenReady(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (isReadyMessage(message)) resolve(message);
    });
  });
}

function isReadyMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
