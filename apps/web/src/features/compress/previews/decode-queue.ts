import type { DecodeAnswer, DecodeRequest } from './decode-messages.ts';

/** The subset of the `Worker` interface that the queue uses. */
export type DecodeWorker = Pick<
  Worker,
  'postMessage' | 'terminate' | 'onmessage' | 'onerror' | 'onmessageerror'
>;

type Options = {
  startWorker: () => DecodeWorker;
  /** Milliseconds before an idle web worker is terminated to free its memory. */
  idleMs: number;
};

type Job = {
  request: DecodeRequest;
  /** Timeout per image in milliseconds, so that a single image cannot block the queue. */
  timeLimitMs: number;
  signal: AbortSignal | undefined;
  resolve: (answer: Exclude<DecodeAnswer, { error: string }>) => void;
  reject: (reason: unknown) => void;
};

type JobOptions = { timeLimitMs: number; isUrgent?: boolean; signal?: AbortSignal | undefined };

/**
 * Decodes images one at a time in a web worker. The worker is started on demand and terminated when it hangs or is
 * idle.
 */
export class DecodeQueue {
  readonly #options: Options;
  readonly #waiting: Job[] = [];
  #worker: DecodeWorker | undefined;
  #current: Job | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Decodes an image. Rejects on a decoding error, a timeout or an abort. */
  run(
    request: DecodeRequest,
    { isUrgent = false, timeLimitMs, signal }: JobOptions,
  ): Promise<Exclude<DecodeAnswer, { error: string }>> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const job: Job = { request, timeLimitMs, signal, resolve, reject };
      signal?.addEventListener('abort', () => this.#drop(job), { once: true });
      if (isUrgent) this.#waiting.unshift(job);
      else this.#waiting.push(job);
      this.#next();
    });
  }

  /**
   * Rejects an aborted job. If the image is already being decoded, its result is discarded later, which is cheaper than
   * restarting the web worker.
   */
  #drop(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    job.reject(job.signal?.reason);
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    const job = this.#waiting.shift();
    if (!job) {
      this.#timer = setTimeout(() => this.#end(), this.#options.idleMs);
      return;
    }
    this.#current = job;
    this.#timer = setTimeout(() => this.#fail(new Error('Decoding timed out')), job.timeLimitMs);
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(job.request);
    } catch (error) {
      this.#fail(error);
    }
  }

  #start(): DecodeWorker {
    const worker = this.#options.startWorker();
    worker.onmessage = ({ data }: MessageEvent<DecodeAnswer>) => this.#settle(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(new Error('The decoder crashed'));
    };
    worker.onmessageerror = () => this.#fail(new Error('The decoder crashed'));
    return worker;
  }

  #settle(answer: DecodeAnswer): void {
    const job = this.#current;
    this.#current = undefined;
    if ('error' in answer) job?.reject(new Error(answer.error));
    else if (job && !job.signal?.aborted) job.resolve(answer);
    else if ('bitmap' in answer) answer.bitmap.close();
    this.#next();
  }

  /** Rejects the current job and terminates the web worker. */
  #fail(error: unknown): void {
    const job = this.#current;
    this.#current = undefined;
    this.#end();
    job?.reject(error);
    this.#next();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
