import { type Admission, createAdmission } from '@gossamer/engine/admission';
import { EngineProcess } from './engine-process.ts';
import { localError } from './local-error.ts';
import type { ImageReply, ImageTask } from './messages.ts';

/**
 * Resident memory in bytes above which an engine process is replaced after an image, because codecs do not return all
 * of their memory to the system.
 */
const maxRestBytes = 300 * 1_048_576;

/** Pool of engine processes, which are started on demand and reused. */
export class EnginePool {
  readonly #memory: Admission;
  /** Semaphore that limits the number of images in progress to the number of processes. */
  readonly #turns: Admission;
  readonly #processes = new Set<EngineProcess>();
  readonly #idle: EngineProcess[] = [];
  #isClosed = false;

  constructor({ processes, memoryMegabytes }: { processes: number; memoryMegabytes: number }) {
    this.#turns = createAdmission(processes);
    this.#memory = createAdmission(memoryMegabytes);
  }

  /**
   * Compresses an image as soon as a process is idle. Waiting images are processed in the order of the calls.
   * @throws LocalEngineError, or the signal's reason
   */
  async compress(task: ImageTask, signal: AbortSignal | undefined): Promise<ImageReply> {
    signal?.throwIfAborted();
    const turn = this.#turns.enter(1);
    try {
      await unlessAborted(turn, signal);
      if (this.#isClosed) throw localError('engine_closed');
      return await this.#compressWith(this.#idleProcess(), task, signal);
    } finally {
      void turn.then((leave) => leave());
    }
  }

  /** Kills all processes. */
  close(): void {
    this.#isClosed = true;
    for (const one of this.#processes) one.kill();
  }

  async #compressWith(
    engine: EngineProcess,
    task: ImageTask,
    signal: AbortSignal | undefined,
  ): Promise<ImageReply> {
    try {
      const reply = await engine.compress(task, this.#memory, signal);
      if (reply.restBytes > maxRestBytes) engine.kill();
      else this.#idle.push(engine);
      return reply;
    } catch (error) {
      engine.kill();
      signal?.throwIfAborted();
      throw this.#isClosed ? localError('engine_closed') : error;
    }
  }

  #idleProcess(): EngineProcess {
    let engine = this.#idle.pop();
    while (engine && !engine.isAlive) engine = this.#idle.pop();
    return engine ?? this.#launch();
  }

  #launch(): EngineProcess {
    const engine = new EngineProcess();
    this.#processes.add(engine);
    engine.onExit(() => this.#processes.delete(engine));
    return engine;
  }
}

/** Resolves with the value of `work`. @throws the signal's reason as soon as the signal is aborted */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', onAbort));
  });
}
