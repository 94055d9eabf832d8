import type { CompressionSettings } from '@gossamer/contracts/settings';
import { createAdmission } from '@gossamer/engine/admission';
import type { EngineOrder, EngineReply } from '@gossamer/engine/browser/messages';
import { DeviceError } from './device-error.ts';

export type Done = Extract<EngineReply, { type: 'done' }>;
type Needs = Extract<EngineReply, { type: 'needs' }>;
export type DeviceJob = { file: Blob; settings: CompressionSettings; maxPixels: number };

export type EnginePool = {
  /**
   * Compresses an image in a worker that processes no other image at the same time. Waits until a worker and enough
   * memory are available.
   * @throws DeviceError, or the signal's reason
   */
  compress(job: DeviceJob, signal: AbortSignal): Promise<Done>;
  /** Starts a worker if there is none, so that the next image need not wait until the engine is loaded. */
  prepare(): void;
};

/** A worker and its first reply, `ready` once the engine is loaded. Orders sent before that are lost. */
type Engine = { worker: Worker; firstReply: Promise<EngineReply> };

type PoolOptions = {
  createWorker: () => Worker;
  /** Maximum number of images that are compressed at the same time. */
  maxWorkers: number;
  /** Maximum estimated memory in megabytes of all images in progress. */
  megabytes: number;
};

/**
 * A worker whose image needs more than this many megabytes is not reused, because WebAssembly memory never shrinks.
 */
const maxKeptMegabytes = 400;
/** Maximum time in milliseconds for a new worker to load the engine, about 6 MB. */
const startTimeoutMs = 300_000;
/**
 * Returns the maximum time in milliseconds for a worker's reply. The estimated engine time applies to a server, so its
 * multiple leaves room for slow devices.
 */
const replyTimeoutMs = (costMs: number) => 60_000 + 20 * costMs;
/** Milliseconds after which idle workers are terminated. */
const maxIdleMs = 30_000;

/** Creates a pool of web workers that run the engine. Workers are started on demand. */
export function createEnginePool({ createWorker, maxWorkers, megabytes }: PoolOptions): EnginePool {
  const running = createAdmission(maxWorkers);
  const memory = createAdmission(megabytes);
  /** Number of images that are waiting or being compressed. */
  let unfinished = 0;
  let idle: Engine[] = [];
  let endIdle: ReturnType<typeof setTimeout> | undefined;

  const end = (engines: Engine[]) => {
    idle = idle.filter((one) => !engines.includes(one));
    for (const { worker } of engines) worker.terminate();
  };
  const endIdleAfter = (delayMs: number) => {
    clearTimeout(endIdle);
    endIdle = setTimeout(() => end(idle), delayMs);
  };
  const keep = (engine: Engine) => {
    idle.push(engine);
    endIdleAfter(maxIdleMs);
  };

  /**
   * Waits until enough memory for the worker's image is available, then lets the worker continue. Returns the worker's
   * last reply.
   */
  async function proceed({ ask }: Conversation, needs: Needs, signal: AbortSignal) {
    if (needs.megabytes > megabytes) throw new DeviceError({ reason: 'device_memory' });
    const leave = await memory.enter(needs.megabytes);
    try {
      signal.throwIfAborted();
      return await ask({ type: 'go' }, replyTimeoutMs(needs.costMs));
    } finally {
      leave();
    }
  }

  async function compressNext(job: DeviceJob, signal: AbortSignal): Promise<Done> {
    const engine = idle.pop() ?? startEngine(createWorker);
    const conversation = openConversation(engine, signal);
    let isReusable = false;
    try {
      await conversation.started();
      const first = await conversation.ask({ type: 'compress', ...job }, replyTimeoutMs(0));
      const neededMegabytes = first.type === 'needs' ? first.megabytes : 0;
      const last = first.type === 'needs' ? await proceed(conversation, first, signal) : first;
      isReusable = last.type !== 'broken' && neededMegabytes <= maxKeptMegabytes;
      return doneOrThrow(last);
    } finally {
      conversation.close();
      if (isReusable) keep(engine);
      else end([engine]);
    }
  }

  return {
    async compress(job, signal) {
      unfinished += 1;
      const leave = await running.enter(1);
      try {
        signal.throwIfAborted();
        return await compressNext(job, signal);
      } finally {
        leave();
        unfinished -= 1;
      }
    },
    prepare() {
      if (unfinished > 0) return;
      const engine = idle[0] ?? startEngine(createWorker);
      if (idle.length === 0) idle.push(engine);
      endIdleAfter(startTimeoutMs);
      void engine.firstReply.then(({ type }) => {
        // If the engine cannot be loaded, the next image starts another worker.
        if (type === 'ready') endIdleAfter(maxIdleMs);
        else end([engine]);
      });
    },
  };
}

function startEngine(createWorker: PoolOptions['createWorker']): Engine {
  const worker = createWorker();
  const firstReply = new Promise<EngineReply>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<EngineReply>) => resolve(data);
    worker.onerror = ({ message }) => resolve({ type: 'broken', message });
  });
  return { worker, firstReply };
}

function doneOrThrow(reply: EngineReply): Done {
  switch (reply.type) {
    case 'done':
      return reply;
    case 'refused':
      throw new DeviceError({ reason: reply.code, ...(reply.details && { details: reply.details }) });
    case 'cloud-only':
      throw new DeviceError({ reason: 'device_cloud_only' });
    default:
      throw new DeviceError({ reason: 'device_failed' }, { cause: reply });
  }
}

type Conversation = ReturnType<typeof openConversation>;

/** Returns functions that send messages to a worker and wait for its replies. If the signal is aborted, they reject. */
function openConversation({ worker, firstReply }: Engine, signal: AbortSignal) {
  let settle: { resolve: (reply: EngineReply) => void; reject: (reason: unknown) => void } | undefined;
  const onAbort = () => settle?.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  const next = (timeoutMs: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<EngineReply>();
    settle = { resolve, reject };
    if (signal.aborted) onAbort();
    const noReply = () => resolve({ type: 'broken', message: `no reply within ${timeoutMs} ms` });
    const timer = setTimeout(noReply, timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  };
  return {
    /** Waits until the worker has loaded the engine. */
    started: async () => {
      const started = next(startTimeoutMs);
      void firstReply.then((reply) => settle?.resolve(reply));
      const reply = await started;
      if (reply.type !== 'ready') throw new DeviceError({ reason: 'device_failed' }, { cause: reply });
      worker.onmessage = ({ data }: MessageEvent<EngineReply>) => settle?.resolve(data);
      worker.onerror = ({ message }) => settle?.resolve({ type: 'broken', message });
    },
    ask: (order: EngineOrder, timeoutMs: number) => {
      worker.postMessage(order);
      return next(timeoutMs);
    },
    close: () => {
      signal.removeEventListener('abort', onAbort);
      worker.onmessage = null;
      worker.onerror = null;
    },
  };
}
