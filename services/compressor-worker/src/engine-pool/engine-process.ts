import type { ChildProcess } from 'node:child_process';
import type { Admission } from '@gossamer/engine/admission';
import type { z } from 'zod';
import {
  AbortedError,
  EngineCrashedError,
  InvalidImageError,
  LongJobError,
  StorageUnavailableError,
} from './errors.ts';
import { type EngineChild, type LaunchOptions, launchEngineChild } from './launch-engine-child.ts';
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

export interface EngineProcessLimits extends LaunchOptions {
  /** Memory semaphore shared by all engine processes of one kind. */
  admission: Admission;
  /** Limit, in milliseconds, on the engine's processor time and on the duration of each storage access. */
  timeoutMs: number;
  /** Memory limit of the child process. A child that exceeds it is killed. */
  memoryBytes: number;
  /** Memory limit of a child process that is idle. A child that exceeds it is replaced. */
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

/**
 * Share of the memory limit above which an idle child process is given no further image, because that image could make
 * it exceed the limit. For example, a child that has processed a JPEG XL image of 20 megapixels retains half of the
 * usual limit of 2,000 MB.
 */
const maxServingShare = 0.25;

export function createEngineProcess(limits: EngineProcessLimits): EngineProcess {
  let current: EngineChild | undefined;
  /** Child process that takes the current one's place as soon as it is ready and no image is being processed. */
  let replacement: EngineChild | undefined;
  let isBusy = false;
  let isClosed = false;

  const promote = () => {
    if (!replacement?.isReady()) return;
    current?.process.kill('SIGKILL');
    current = replacement;
    replacement = undefined;
  };

  const ready = (): Promise<ChildProcess> => {
    if (isClosed) throw new AbortedError('engine process is closed');
    if (!current?.isAlive()) {
      current = replacement?.isAlive() ? replacement : launchEngineChild(limits);
      replacement = undefined;
    }
    return current.ready;
  };

  // The current child serves further images until its replacement is ready, so that no image waits for a start.
  const replace = async () => {
    if (isClosed || replacement?.isAlive()) return;
    replacement = launchEngineChild(limits);
    await replacement.ready.catch(() => undefined);
    if (!isBusy) promote();
  };

  /** Replaces a child process that uses too much memory while idle, to free memory that codecs do not release. */
  const limitRest = (restBytes: number) => {
    if (restBytes > limits.restMemoryBytes) void replace();
    if (restBytes > limits.memoryBytes * maxServingShare) current?.process.kill('SIGKILL');
  };

  return {
    get pid() {
      return current?.process.pid;
    },
    warm: async () => void (await ready()),
    run: async (task, options = {}) => {
      isBusy = true;
      try {
        const reply = await exchange(await ready(), task, limits, options);
        if ('restBytes' in reply) limitRest(reply.restBytes);
        return toRun(reply);
      } catch (error) {
        // Kill the child process, because a late message from it would be mistaken for the reply to the next image.
        if (error instanceof EngineCrashedError) current?.process.kill('SIGKILL');
        throw isClosed ? new AbortedError('worker is shutting down') : error;
      } finally {
        isBusy = false;
        promote();
      }
    },
    close: () => {
      isClosed = true;
      for (const child of [current, replacement]) child?.process.kill('SIGKILL');
    },
  };
}

const memoryCheckMs = 200;

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
