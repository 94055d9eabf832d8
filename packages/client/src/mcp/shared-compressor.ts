import pLimit, { type LimitFunction } from 'p-limit';
import type { CloudCompressor } from '../cli/cloud-compressor.ts';
import type { Compressor } from '../cli/compressor.ts';
import { type CompressorFlags, openCompressor } from '../cli/open-compressor.ts';
import type { Surroundings } from '../cli/program.ts';

export type AnyCompressor = Compressor | CloudCompressor;

interface Opened {
  compressor: AnyCompressor;
  limit: LimitFunction;
}

/**
 * The compressor of all calls. It is opened by the first call, so that the server also starts without an API key and can
 * tell the model what is missing. If that fails, the next call tries again. It is closed when it has been idle, because
 * the processes of the local engine keep memory, and opened again by the next call.
 */
export class SharedCompressor {
  readonly #flags: CompressorFlags;
  readonly #around: Pick<Surroundings, 'env' | 'signal'>;
  readonly #idleMs: number;
  #opening: Promise<Opened> | undefined;
  #inUse = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(flags: CompressorFlags, around: Pick<Surroundings, 'env' | 'signal'>, idleMs: number) {
    this.#flags = flags;
    this.#around = around;
    this.#idleMs = idleMs;
  }

  /** @throws UsageError or GossamerError if the compressor cannot be opened, or the signal's reason */
  async open(signal: AbortSignal): Promise<AnyCompressor> {
    return this.#use(async ({ compressor }) => {
      signal.throwIfAborted();
      return compressor;
    });
  }

  /**
   * Processes an image as soon as fewer images of all calls are in progress than the compressor can process at once.
   * @throws as `open`, and the errors of `act`
   */
  async process<T>(signal: AbortSignal, act: (compressor: AnyCompressor) => Promise<T>): Promise<T> {
    return this.#use(({ compressor, limit }) =>
      limit(() => {
        signal.throwIfAborted();
        return act(compressor);
      }),
    );
  }

  /** Ends the work in progress and all processes. */
  close(): void {
    clearTimeout(this.#timer);
    this.#opening?.then(
      ({ compressor }) => compressor.close(),
      () => {},
    );
    this.#opening = undefined;
  }

  async #use<T>(act: (opened: Opened) => Promise<T>): Promise<T> {
    this.#inUse += 1;
    clearTimeout(this.#timer);
    try {
      this.#opening ??= this.#open();
      return await act(await this.#opening);
    } finally {
      this.#inUse -= 1;
      if (this.#inUse === 0) this.#timer = setTimeout(() => this.close(), this.#idleMs).unref();
    }
  }

  async #open(): Promise<Opened> {
    try {
      const compressor = await openCompressor(this.#flags, this.#around);
      return { compressor, limit: pLimit(this.#flags.concurrency ?? compressor.concurrency) };
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }
}
