import type { ChildProcess } from 'node:child_process';
import { UserError } from '../user-error.ts';
import { sendSignal } from './identity.ts';
import type { ProcessRecords } from './records.ts';

/** Specification of a process that is restarted until it is stopped. */
export interface ProcessSpec {
  name: string;
  /** Starts the process in a new session (`detached`), so that Ctrl-C in the terminal does not terminate it. */
  launch(): ChildProcess;
  /** Resolves with the payload of the ready message once the process is ready. */
  whenReady(child: ChildProcess): Promise<unknown>;
  readyTimeoutMs: number;
  stop: { signal: NodeJS.Signals; timeoutMs: number };
  /** Returns the end of the process's log. Included in the error message if the start fails. */
  explain(): string;
}

export interface Supervision {
  records: ProcessRecords;
  /** Called with a line of text for each unexpected exit. */
  report(line: string): void;
  /** Aborts only the first start of a process. To terminate a running process, call its `stop`. */
  signal?: AbortSignal;
  backoff?: { firstMs: number; longestMs: number; resetAfterMs: number };
}

export interface SupervisedProcess {
  name: string;
  readonly pid: number | undefined;
  readonly ready: unknown;
  stop(): Promise<void>;
}

const defaultBackoff = { firstMs: 100, longestMs: 5000, resetAfterMs: 10_000 };

/**
 * Starts a process and restarts it with exponential backoff whenever it exits unexpectedly.
 * @throws UserError with the end of the process's log if the first start fails
 */
export async function supervise(spec: ProcessSpec, supervision: Supervision): Promise<SupervisedProcess> {
  const backoff = supervision.backoff ?? defaultBackoff;
  supervision.signal?.throwIfAborted();
  let run = launchOnce(spec, supervision);
  let pauseMs = backoff.firstMs;
  let pauseTimer: NodeJS.Timeout | undefined;
  let isStopping = false;

  const restartWhenEnded = (current: Run) => {
    void current.ended.then((how) => {
      if (isStopping) return;
      if (Date.now() - current.startedAt >= backoff.resetAfterMs) pauseMs = backoff.firstMs;
      supervision.report(`${spec.name} ended (${how}); starting it again in ${pauseMs / 1000} s`);
      pauseTimer = setTimeout(restart, pauseMs);
      pauseMs = Math.min(pauseMs * 2, backoff.longestMs);
    });
  };
  const restart = () => {
    try {
      run = launchOnce(spec, supervision);
    } catch (error) {
      // The process could not be started, for example because the disk is full. Keep other processes running.
      supervision.report(
        `${spec.name} failed to start (${(error as Error).message}); starting it again in ${pauseMs / 1000} s`,
      );
      pauseTimer = setTimeout(restart, pauseMs);
      return;
    }
    restartWhenEnded(run);
    run.ready.catch(() => run.kill());
  };

  try {
    await untilAborted(run.ready, supervision.signal);
  } catch (error) {
    isStopping = true;
    await run.stop();
    supervision.signal?.throwIfAborted();
    throw new UserError(`${spec.name} failed to start: ${(error as Error).message}\n${spec.explain()}`);
  }
  restartWhenEnded(run);

  return {
    name: spec.name,
    get pid() {
      return run.child.pid;
    },
    get ready() {
      return run.said;
    },
    async stop() {
      isStopping = true;
      clearTimeout(pauseTimer);
      await run.stop();
    },
  };
}

async function untilAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  await Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}

interface Run {
  child: ChildProcess;
  startedAt: number;
  said: unknown;
  ready: Promise<void>;
  ended: Promise<string>;
  stop(): Promise<void>;
  kill(): void;
}

function launchOnce(spec: ProcessSpec, { records, report }: Supervision): Run {
  const child = spec.launch();
  // Keep the process running even if its record cannot be written, for example because the disk is full.
  const record = (said?: unknown) => {
    try {
      if (child.pid !== undefined) records.write(spec.name, child.pid, spec.stop, said);
    } catch (error) {
      report(`could not record ${spec.name}: ${(error as Error).message}`);
    }
  };
  record();
  const ended = whenEnded(child).then((how) => {
    // Kill the process group, because child processes of the exited process may still be running.
    if (child.pid !== undefined) sendSignal(-child.pid, 'SIGKILL');
    records.remove(spec.name);
    return how;
  });
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      sendSignal(-child.pid, 'SIGKILL');
  };
  const run: Run = {
    child,
    startedAt: Date.now(),
    said: undefined,
    ended,
    kill,
    ready: firstOf(spec, child, ended).then((said) => {
      run.said = said;
      record(said);
    }),
    async stop() {
      if (child.pid === undefined) return;
      child.kill(spec.stop.signal);
      const killTimer = setTimeout(kill, spec.stop.timeoutMs);
      await ended;
      clearTimeout(killTimer);
    },
  };
  return run;
}

function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(error.message);
    });
  });
}

async function firstOf(spec: ProcessSpec, child: ChildProcess, ended: Promise<string>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    const limitS = spec.readyTimeoutMs / 1000;
    timer = setTimeout(() => reject(new Error(`not ready after ${limitS} s`)), spec.readyTimeoutMs);
  });
  const endedEarly = ended.then((how) => Promise.reject(new Error(`it exited (${how})`)));
  try {
    return await Promise.race([spec.whenReady(child), endedEarly, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
