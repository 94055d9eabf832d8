import { type ChildProcess, fork } from 'node:child_process';
import { allocatorEnv } from '@gossamer/engine/allocator-env';
import { EngineCrashedError } from './errors.ts';
import { nextReply } from './next-reply.ts';

export interface LaunchOptions {
  /** Entry point of the child process. Defaults to `engine-child.ts`. */
  childFile?: URL;
  /** Maximum time in milliseconds for a new child process to become ready. */
  startTimeoutMs?: number;
  /** Nice value of the child process, 0 to 19. */
  niceness?: number;
}

/** A child process that runs the engine. */
export interface EngineChild {
  readonly process: ChildProcess;
  /** Resolves with the process once it accepts images. Rejects with EngineCrashedError if it does not start. */
  readonly ready: Promise<ChildProcess>;
  isReady(): boolean;
  /** Whether the process is starting or running. */
  isAlive(): boolean;
}

const usualStartTimeoutMs = 20_000;
const usualNiceness = 19;
const engineChild = new URL('./engine-child.ts', import.meta.url);

/** Starts a child process. A child that is not ready in time is killed. */
export function launchEngineChild({ childFile, startTimeoutMs, niceness }: LaunchOptions): EngineChild {
  const child = fork(childFile ?? engineChild, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      ...allocatorEnv,
      ENGINE_NICENESS: String(niceness ?? usualNiceness),
      ...engineEnv(process.env),
    },
  });
  const isAlive = () => !child.killed && child.connected;
  let hasStarted = false;
  const start = async () => {
    try {
      const reply = await nextReply(child, { kind: 'start', ms: startTimeoutMs ?? usualStartTimeoutMs });
      if (reply.type !== 'ready')
        throw new EngineCrashedError(`engine process sent "${reply.type}" before "ready"`);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    hasStarted = true;
    return child;
  };
  const ready = start();
  // Prevent an unhandled rejection if the child fails to start while no caller is waiting for it.
  ready.catch(() => undefined);
  return { process: child, ready, isAlive, isReady: () => hasStarted && isAlive() };
}

/**
 * Names of environment variables that are passed to engine processes. The queue's variables are excluded, because the
 * engine decodes untrusted files.
 */
const ofEngines = /^(S3_\w+|STORAGE_DIRECTORY|PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|NODE_\w+|LD_\w+|MALLOC_\w+)$/;

function engineEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => ofEngines.test(name)));
}
