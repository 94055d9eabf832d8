import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Admission } from '@gossamer/engine/admission';
import { engineEnv } from './engine-env.ts';
import { localError } from './local-error.ts';
import {
  type ImageReply,
  type ImageTask,
  type ProcessOrder,
  type ProcessReply,
  processReply,
} from './messages.ts';

/** Script of the child process. The build places it next to this module. */
const program = new URL('./engine-child.js', import.meta.url);

/** A child process that compresses one image at a time. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;

  constructor() {
    this.#child = fork(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: engineEnv(process.env),
    });
    // Without a listener, a message to a process that has just exited would throw an uncaught exception.
    this.#child.on('error', () => {});
    this.#ready = this.#start();
    // Prevent an unhandled rejection if the process exits before this promise is awaited.
    this.#ready.catch(() => {});
  }

  get isAlive(): boolean {
    const { exitCode, signalCode, killed, connected } = this.#child;
    return exitCode === null && signalCode === null && !killed && connected;
  }

  /** Calls `act` once the process has exited or could not be started. */
  onExit(act: () => void): void {
    this.#child.once('exit', act).once('error', act);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /**
   * Compresses an image as soon as enough memory is available. If the signal is aborted, the process is killed.
   * @throws LocalEngineError `engine_crashed`, `engine_unavailable`; the caller must then kill the process
   */
  async compress(task: ImageTask, memory: Admission, signal: AbortSignal | undefined): Promise<ImageReply> {
    signal?.throwIfAborted();
    const kill = () => this.kill();
    signal?.addEventListener('abort', kill, { once: true });
    let reserved: Promise<() => void> | undefined;
    try {
      await this.#ready;
      const first = await this.#ask({ type: 'image', ...task });
      if (first.type !== 'needs') return toImageReply(first);
      reserved = memory.enter(first.megabytes);
      await this.#unlessExited(reserved);
      return toImageReply(await this.#ask({ type: 'go' }));
    } finally {
      signal?.removeEventListener('abort', kill);
      void reserved?.then((leave) => leave());
    }
  }

  async #start(): Promise<void> {
    const reply = await this.#receive();
    if (reply.type === 'ready') return;
    if (reply.type !== 'unavailable') throw crash(`unexpected reply "${reply.type}"`);
    throw localError('engine_unavailable', { details: { reason: reply.reason } });
  }

  #ask(order: ProcessOrder): Promise<ProcessReply> {
    const reply = this.#receive();
    this.#child.send(order);
    return reply;
  }

  async #receive(): Promise<ProcessReply> {
    const [message] = await this.#unlessExited(once(this.#child, 'message'));
    const reply = processReply.safeParse(message);
    if (!reply.success) throw crash('invalid reply', reply.error);
    return reply.data;
  }

  /**
   * Resolves with the value of `work`. Does not use `Promise.race` with a promise for the exit, because that promise
   * would keep all earlier results in memory.
   * @throws LocalEngineError `engine_crashed` if the process exits first
   */
  #unlessExited<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null, signal: string | null) =>
        reject(crash(`exited (${signal ?? code})`));
      const onFailure = (cause: unknown) => reject(crash('failed', cause));
      this.#child.once('exit', onExit);
      void work.then(resolve, onFailure).finally(() => this.#child.off('exit', onExit));
    });
  }
}

const crash = (what: string, cause?: unknown) =>
  localError('engine_crashed', { cause: new Error(`engine process: ${what}`, { cause }) });

function toImageReply(reply: ProcessReply): ImageReply {
  if ('restBytes' in reply) return reply;
  throw crash(`unexpected reply "${reply.type}"`);
}
