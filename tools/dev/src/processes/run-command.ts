import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { sendSignal } from './identity.ts';
import { endedWithParent } from './parent-death.ts';

export interface Command {
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /**
   * Log file for the output of the command. If unset, the output is printed if `isShown` is set, and returned
   * otherwise.
   */
  logPath?: string;
  isShown?: boolean;
  user?: { uid: number; gid: number };
  timeoutMs?: number;
  /** Aborts the command together with all processes that it started. */
  signal?: AbortSignal;
}

export class CommandError extends Error {
  override name = 'CommandError';
}

const killAfterMs = 3000;

/**
 * Runs a command in a new session and waits until it exits.
 * @throws CommandError with the standard error output if the command fails
 */
export async function runCommand(options: Command): Promise<string> {
  options.signal?.throwIfAborted();
  const child = launch(options);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  let killTimer: NodeJS.Timeout | undefined;
  const end = () => {
    signalGroup(child, 'SIGTERM');
    killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs);
  };
  options.signal?.addEventListener('abort', end, { once: true });
  const limitTimer = options.timeoutMs === undefined ? undefined : setTimeout(end, options.timeoutMs);
  const fault = await whenClosed(child);
  clearTimeout(limitTimer);
  clearTimeout(killTimer);
  options.signal?.removeEventListener('abort', end);
  signalGroup(child, 'SIGKILL');

  options.signal?.throwIfAborted();
  if (fault !== undefined) throw new CommandError(stderr().trim() || `${options.command}: ${fault}`);
  return stdout();
}

function launch(options: Command): ChildProcess {
  const log = options.logPath === undefined ? undefined : openSync(options.logPath, 'a', 0o600);
  const output = log ?? (options.isShown ? 'inherit' : 'pipe');
  const [program = '', ...args] = endedWithParent([options.command, ...options.args], 'TERM');
  try {
    return spawn(program, args, {
      cwd: options.cwd,
      env: options.env,
      detached: true,
      stdio: ['ignore', output, output],
      ...options.user,
    });
  } finally {
    if (log !== undefined) closeSync(log);
  }
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (part: string) => {
    text += part;
  });
  return () => text;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) sendSignal(-child.pid, signal);
}

function whenClosed(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
}
