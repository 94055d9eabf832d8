import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { logTail, rotateLog } from '../logs.ts';
import { shortPath } from '../paths.ts';
import type { ProcessSpec } from './supervisor.ts';

export interface ServiceProcess {
  name: string;
  /** Path of the module that Node runs. */
  entry: string;
  nodeFlags?: string[];
  env: NodeJS.ProcessEnv;
  /**
   * Whether to lower the CPU priority of the process below that of the HTTP processes, because it uses all CPU cores.
   */
  hasLowerPriority?: boolean;
  logsDir: string;
  /** Whether to restart the service when one of its files changes. */
  isWatching?: boolean;
}

const readyTimeoutMs = 90_000;
const stop = { signal: 'SIGTERM', timeoutMs: 7000 } as const;

/**
 * Returns the process specification for a service. A service sends `{ type: 'ready' }` over the IPC channel when it is
 * ready. It exits when the channel closes, which also happens if the launcher is killed.
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

/**
 * Autogroup nice value. A session with this value receives about two fifths of the CPU share of other sessions, so HTTP
 * processes respond immediately, but encoding still progresses while a browser is busy.
 */
const stepsDown = 4;

/**
 * Lowers the CPU priority of a process's session. Linux divides CPU time among sessions before it considers the
 * priorities of processes (sched(7), autogroups).
 */
function lowerPriority(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(stepsDown));
  } catch {
    // The system does not support autogroups and uses process priorities.
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
