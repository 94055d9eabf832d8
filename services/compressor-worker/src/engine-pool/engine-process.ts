import { type ChildProcess, fork } from 'node:child_process';
import type { z } from 'zod';
import type { Admission } from './admission.ts';
import {
  AbortedError,
  EngineCrashedError,
  InvalidImageError,
  LongJobError,
  StorageUnavailableError,
} from './errors.ts';
import { residentBytes } from './memory.ts';
import type { ChildReply, childOrder, EngineTask } from './messages.ts';
import { nextReply } from './next-reply.ts';

export interface RunOptions {
  /** Limit of the engine's processor time in milliseconds, if lower than the engine process's own limit. */
  processorTimeoutMs?: number | undefined;
  /** Jobs with at least this estimated engine time, in milliseconds, are canceled before decoding. */
  maxCostMs?: number | undefined;
  /** Called with the estimated engine time in milliseconds once the image header has been read. */
  onCost?: ((costMs: number) => void) | undefined;
}

export interface EngineProcessLimits {
  /** Memory semaphore shared by all engine processes of one kind. */
  admission: Admission;
  /** Entry point of the child process. Defaults to `engine-child.ts`. */
  childFile?: URL;
  /** Maximum time in milliseconds for a new child process to become ready. */
  startTimeoutMs?: number;
  /** Limit of the engine's processor time, and of the time of each storage access, in milliseconds. */
  timeoutMs: number;
  /** Nice value of the child process, 0 to 19. */
  niceness?: number;
  memoryBytes: number;
  restMemoryBytes: number;
}

/** A stored result and the duration of each stage in milliseconds. */
export type EngineRun = Extract<ChildReply, { type: 'done' }>;

/** Supervises a child process that processes one image at a time. Kills and replaces a child that exceeds a limit. */
export interface EngineProcess {
  /**
   * Processes one image in the child process.
   * @throws InvalidImageError | EngineCrashedError | StorageUnavailableError | AbortedError | LongJobError
   */
  run(task: EngineTask, options?: RunOptions): Promise<EngineRun>;
  /** Starts the child process in advance, so that the first image does not have to wait. */
  warm(): Promise<void>;
  /** Kills the child process. A pending `run` rejects with AbortedError. */
  close(): void;
  /** Process id of the child, for monitoring. */
  readonly pid: number | undefined;
}

const usualStartTimeoutMs = 20_000;
const usualNiceness = 19;
const memoryCheckMs = 200;
const engineChild = new URL('./engine-child.ts', import.meta.url);

export function createEngineProcess(limits: EngineProcessLimits): EngineProcess {
  let child: ChildProcess | undefined;
  /** Promise for the current child process. Resolves once the child is ready. */
  let starting: Promise<ChildProcess> | undefined;
  let isClosed = false;

  const start = async (): Promise<ChildProcess> => {
    const started = fork(limits.childFile ?? engineChild, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
      // Limit glibc's memory arenas, because memory of earlier images would otherwise not be returned to the system.
      env: {
        MALLOC_ARENA_MAX: '2',
        ENGINE_NICENESS: String(limits.niceness ?? usualNiceness),
        ...engineEnv(process.env),
      },
    });
    child = started;
    try {
      const ms = limits.startTimeoutMs ?? usualStartTimeoutMs;
      const reply = await nextReply(started, { kind: 'start', ms });
      if (reply.type !== 'ready')
        throw new EngineCrashedError(`engine process sent "${reply.type}" before "ready"`);
    } catch (error) {
      started.kill('SIGKILL');
      throw error;
    }
    return started;
  };

  const ready = async (): Promise<ChildProcess> => {
    if (isClosed) throw new AbortedError('engine process is closed');
    if (starting === undefined || child?.killed || !child?.connected) starting = start();
    return starting;
  };

  return {
    get pid() {
      return child?.pid;
    },
    warm: async () => void (await ready()),
    run: async (task, options = {}) => {
      try {
        const engine = await ready();
        const reply = await exchange(engine, task, limits, options);
        // Replace a child process that uses too much memory while idle, to free memory that codecs do not release.
        if ('restBytes' in reply && reply.restBytes > limits.restMemoryBytes) {
          engine.kill('SIGKILL');
          ready().catch(() => undefined);
        }
        return toRun(reply);
      } catch (error) {
        // Kill the child process, because a late message from it would be mistaken for the reply to the next image.
        if (error instanceof EngineCrashedError) child?.kill('SIGKILL');
        throw isClosed ? new AbortedError('worker is shutting down') : error;
      }
    },
    close: () => {
      isClosed = true;
      child?.kill('SIGKILL');
    },
  };
}

/** Sends a task to the child process and returns the reply. Kills the child if it exceeds a time or memory limit. */
async function exchange(
  engine: ChildProcess,
  task: EngineTask,
  limits: EngineProcessLimits,
  { processorTimeoutMs = limits.timeoutMs, maxCostMs = Infinity, onCost = () => {} }: RunOptions,
): Promise<ChildReply> {
  const memory = watchMemory(engine, limits.memoryBytes);
  let leave = () => {};
  try {
    const first = await ask(engine, task, limits.timeoutMs);
    if (first.type !== 'needs') return first;
    onCost(first.costMs);
    if (first.costMs >= maxCostMs) {
      const reply = await ask(engine, { type: 'cancel' }, limits.timeoutMs);
      if (reply.type !== 'canceled') return reply;
      throw new LongJobError(first.costMs);
    }
    leave = await limits.admission.enter(first.megabytes);
    // Check the IPC connection, because the child may have exited while the task waited for memory.
    if (!engine.connected) throw new EngineCrashedError('engine process exited while it waited for memory');
    return await ask(engine, { type: 'go' }, limits.timeoutMs, processorTimeoutMs);
  } catch (error) {
    if (error instanceof LongJobError) throw error;
    engine.kill('SIGKILL');
    throw memory.isExceeded ? new InvalidImageError('image_too_complex') : error;
  } finally {
    leave();
    memory.stop();
  }
}

/**
 * Sends a message to the child process and returns the reply. The time limits restart for each message and for each
 * storage access.
 */
function ask(
  engine: ChildProcess,
  order: z.input<typeof childOrder>,
  timeoutMs: number,
  processorTimeoutMs?: number,
): Promise<ChildReply> {
  const kind = order.type === 'task' ? 'store' : 'engine';
  const replying = nextReply(engine, { kind, ms: timeoutMs, processorMs: processorTimeoutMs });
  engine.send(order);
  return replying;
}

function toRun(reply: ChildReply): EngineRun {
  if (reply.type === 'done') return reply;
  if (reply.type === 'refused') throw new InvalidImageError(reply.code, reply.details);
  if (reply.type === 'storage-unavailable') throw new StorageUnavailableError(reply.message);
  throw new EngineCrashedError(reply.type === 'broken' ? reply.message : 'unexpected engine reply');
}

/** Kills the child process if its resident memory exceeds the limit. */
function watchMemory(child: ChildProcess, limitBytes: number): { isExceeded: boolean; stop(): void } {
  const watch = { isExceeded: false, stop: () => clearInterval(timer) };
  const timer = setInterval(async () => {
    if ((await residentBytes(child.pid ?? 0)) <= limitBytes) return;
    watch.isExceeded = true;
    child.kill('SIGKILL');
  }, memoryCheckMs);
  return watch;
}

/**
 * Names of environment variables that are passed to engine processes. The queue's variables are excluded, because the
 * engine decodes untrusted files.
 */
const ofEngines = /^(S3_\w+|STORAGE_DIRECTORY|PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|NODE_\w+|LD_\w+|MALLOC_\w+)$/;

function engineEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => ofEngines.test(name)));
}
