import * as optimizers from '@napi-rs/image-wasm32-wasi';
import { unshared } from './unshared.ts';

/** The optimizers in WebAssembly. Results are copied, because the originals are in shared memory. */
type Optimizers = typeof import('@napi-rs/image');

export const compressJpeg: Optimizers['compressJpeg'] = async (...args) =>
  unshared(await optimizers.compressJpeg(...args));

export const losslessCompressPng: Optimizers['losslessCompressPng'] = async (...args) =>
  unshared(await optimizers.losslessCompressPng(...args));

export const pngQuantize: Optimizers['pngQuantize'] = async (...args) =>
  unshared(await optimizers.pngQuantize(...args));

/** Decoder of BMP files. */
export class Transformer {
  readonly #transformer: InstanceType<Optimizers['Transformer']>;

  constructor(file: Uint8Array) {
    this.#transformer = new optimizers.Transformer(file);
  }

  async rawPixels(): Promise<Buffer> {
    return unshared(await this.#transformer.rawPixels());
  }
}
