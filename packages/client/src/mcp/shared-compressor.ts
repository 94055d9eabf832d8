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
 * tell the model what is missing. If that fails, the next call tries again.
 */
export class SharedCompressor {
  readonly #flags: CompressorFlags;
  readonly #around: Pick<Surroundings, 'env' | 'signal'>;
  #opening: Promise<Opened> | undefined;

  constructor(flags: CompressorFlags, around: Pick<Surroundings, 'env' | 'signal'>) {
    this.#flags = flags;
    this.#around = around;
  }

  /** @throws UsageError or GossamerError if the compressor cannot be opened, or the signal's reason */
  async open(signal: AbortSignal): Promise<AnyCompressor> {
    const { compressor } = await this.#opened();
    signal.throwIfAborted();
    return compressor;
  }

  /**
   * Processes an image as soon as fewer images of all calls are in progress than the compressor can process at once.
   * @throws as `open`, and the errors of `act`
   */
  async process<T>(signal: AbortSignal, act: (compressor: AnyCompressor) => Promise<T>): Promise<T> {
    const { compressor, limit } = await this.#opened();
    return limit(() => {
      signal.throwIfAborted();
      return act(compressor);
    });
  }

  close(): void {
    this.#opening?.then(
      ({ compressor }) => compressor.close(),
      () => {},
    );
  }

  #opened(): Promise<Opened> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<Opened> {
    const compressor = await openCompressor(this.#flags, this.#around);
    return { compressor, limit: pLimit(this.#flags.concurrency ?? compressor.concurrency) };
  }
}
