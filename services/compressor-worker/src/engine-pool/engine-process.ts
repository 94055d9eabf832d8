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
import { type ChildReply, type childOrder, childReply, type EngineTask } from './messages.ts';

export interface RunOptions {
  /** Time limit of the engine in milliseconds, if lower than the engine process's own limit. */
  timeoutMs?: number | undefined;
  /** Jobs that are estimated to take at least this long are canceled before decoding. */
  maxCostMs?: number | undefined;
  /** Called with the estimated engine time once the header is read. */
  onCost?: ((costMs: number) => void) | undefined;
}

export interface EngineProcessLimits {
  /** Memory semaphore that all engine processes of one kind share. */
  admission: Admission;
  /** Entry point of the child; defaults to `engine-child.ts`. */
  childFile?: URL;
  /** Maximum time in milliseconds until a new child is ready. */
  startTimeoutMs?: number;
  timeoutMs: number;
  /** The child's nice value, 0 to 19. */
  niceness?: number;
  memoryBytes: number;
  restMemoryBytes: number;
}

/** A stored result and the duration of each stage in milliseconds. */
export type EngineRun = Extract<ChildReply, { type: 'done' }>;

/** Supervises a child that processes one image at a time: kills it when it exceeds a limit, and replaces it. */
export interface EngineProcess {
  /** @throws InvalidImageError | EngineCrashedError | StorageUnavailableError | AbortedError | LongJobError */
  run(task: EngineTask, options?: RunOptions): Promise<EngineRun>;
  /** Starts the child in advance, so that the first image does not wait for it. */
  warm(): Promise<void>;
  /** Kills the child; a pending `run` rejects with AbortedError. */
  close(): void;
  /** The child's process id, for monitoring. */
  readonly pid: number | undefined;
}

const usualStartTimeoutMs = 20_000;
const usualNiceness = 19;
const memoryCheckMs = 200;
const engineChild = new URL('./engine-child.ts', import.meta.url);

export function createEngineProcess(limits: EngineProcessLimits): EngineProcess {
  let child: ChildProcess | undefined;
  /** Promise of the current child, which resolves once the child is ready. */
  let starting: Promise<ChildProcess> | undefined;
  let isClosed = false;

  const start = async (): Promise<ChildProcess> => {
    const started = fork(limits.childFile ?? engineChild, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
      // Limit the number of glibc's arenas. By default, memory of earlier images is not returned to the system.
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
        throw new EngineCrashedError(`engine child said ${reply.type} before ready`);
    } catch (error) {
      started.kill('SIGKILL');
      throw error;
    }
    return started;
  };

  const ready = async (): Promise<ChildProcess> => {
    if (isClosed) throw new AbortedError('closed');
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
        // Replace a child that uses too much memory while idle, to free the memory that codecs keep.
        if ('restBytes' in reply && reply.restBytes > limits.restMemoryBytes) {
          engine.kill('SIGKILL');
          ready().catch(() => undefined);
        }
        return toRun(reply);
      } catch (error) {
        // Kill the child, because a late message from it would be mistaken for the reply to the next image.
        if (error instanceof EngineCrashedError) child?.kill('SIGKILL');
        throw isClosed ? new AbortedError('worker is closing') : error;
      }
    },
    close: () => {
      isClosed = true;
      child?.kill('SIGKILL');
    },
  };
}

/** Sends the task to the child and returns its reply. Kills a child that is too slow or uses too much memory. */
async function exchange(
  engine: ChildProcess,
  task: EngineTask,
  limits: EngineProcessLimits,
  { timeoutMs = limits.timeoutMs, maxCostMs = Infinity, onCost = () => {} }: RunOptions,
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
    // The child may have exited while the task waited for memory.
    if (!engine.connected) throw new EngineCrashedError('engine child ended before its turn');
    return await ask(engine, { type: 'go' }, Math.min(timeoutMs, limits.timeoutMs));
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
 * Sends an order to the child and returns its reply. The time limit starts anew for each order and for storage access.
 */
function ask(
  engine: ChildProcess,
  order: z.input<typeof childOrder>,
  timeoutMs: number,
): Promise<ChildReply> {
  const kind = order.type === 'task' ? 'store' : 'engine';
  const replying = nextReply(engine, { kind, ms: timeoutMs });
  engine.send(order);
  return replying;
}

function toRun(reply: ChildReply): EngineRun {
  if (reply.type === 'done') return reply;
  if (reply.type === 'refused') throw new InvalidImageError(reply.code, reply.details);
  if (reply.type === 'storage-unavailable') throw new StorageUnavailableError(reply.message);
  throw new EngineCrashedError(reply.type === 'broken' ? reply.message : 'engine child is out of step');
}

type Wait = 'start' | 'engine' | 'store';

/** Creates the timeout error of each phase. */
const tooLate = {
  start: () => new EngineCrashedError('engine child did not start'),
  engine: () => new InvalidImageError('processing_timeout'),
  store: () => new StorageUnavailableError('the storage was too slow'),
} satisfies Record<Wait, () => Error>;

/**
 * Returns the next reply of the child. Messages of the type `at` only restart the time limit for another phase.
 * @throws InvalidImageError when the engine times out, StorageUnavailableError when storage access times out,
 * EngineCrashedError when the child does not start in time, fails or exits
 */
function nextReply(child: ChildProcess, wait: { kind: Wait; ms: number }): Promise<ChildReply> {
  return new Promise((resolve, reject) => {
    let { kind } = wait;
    const settle = (end: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      end();
    };
    const onMessage = (message: unknown) => {
      const reply = childReply.safeParse(message);
      if (!reply.success) {
        const broken = new EngineCrashedError('engine child said something unknown', { cause: reply.error });
        return settle(() => reject(broken));
      }
      const { data } = reply;
      if (data.type !== 'at') return settle(() => resolve(data));
      kind = data.part;
      timer.refresh();
    };
    const onExit = (code: number | null, signal: string | null) =>
      settle(() => reject(new EngineCrashedError(`engine child ended (${signal ?? code})`)));
    const onError = (cause: Error) => settle(() => reject(new EngineCrashedError('engine child', { cause })));
    const timer = setTimeout(() => settle(() => reject(tooLate[kind]())), wait.ms);
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
  });
}

/** Kills the child when its resident memory exceeds the limit. */
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
 * Names of the environment variables that engine processes get. Excludes the variables of the queue, because the engine
 * decodes untrusted files.
 */
const ofEngines = /^(S3_\w+|STORAGE_DIRECTORY|PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|NODE_\w+|LD_\w+|MALLOC_\w+)$/;

function engineEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => ofEngines.test(name)));
}
