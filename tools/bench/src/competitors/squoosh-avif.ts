import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import encode, { init } from '@jsquash/avif/encode.js';

/**
 * Declares only the WebAssembly API that is used here. Node's types lack WebAssembly, and the DOM library would declare
 * all browser types.
 */
declare namespace WebAssembly {
  type Module = object;
  function compile(file: Uint8Array): Promise<Module>;
}

type Pixels = Extract<Parameters<typeof encode>[0], { data: Uint8ClampedArray }>;

const { resolve } = createRequire(import.meta.url);
let ready: Promise<unknown> | undefined;

/**
 * Loads the WebAssembly module from disk. The package would fetch it by URL, but Node's fetch does not support file
 * URLs.
 */
async function prepare(): Promise<void> {
  const file = await readFile(resolve('@jsquash/avif/codec/enc/avif_enc.wasm'));
  await init((await WebAssembly.compile(file)) as Parameters<typeof init>[0]);
}

/** Encodes RGBA pixels as AVIF with the package's default settings. */
export async function avifBySquoosh(image: {
  data: Buffer;
  width: number;
  height: number;
}): Promise<Uint8Array> {
  ready ??= prepare();
  await ready;
  // Copy the pixels, because the encoder reads the array's entire underlying buffer.
  const data = new Uint8ClampedArray(image.data);
  return new Uint8Array(await encode({ ...image, data, colorSpace: 'srgb' } as Pixels));
}
