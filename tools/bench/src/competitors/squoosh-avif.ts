import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import encode, { init } from '@jsquash/avif/encode.js';

/** Declares the used part of WebAssembly. Node's types lack it, and the DOM library would declare all browser types. */
declare namespace WebAssembly {
  type Module = object;
  function compile(file: Uint8Array): Promise<Module>;
}

type Pixels = Extract<Parameters<typeof encode>[0], { data: Uint8ClampedArray }>;

const { resolve } = createRequire(import.meta.url);
let ready: Promise<unknown> | undefined;

/** Loads the WebAssembly module. The package fetches it by URL, but Node's fetch does not read files. */
async function prepare(): Promise<void> {
  const file = await readFile(resolve('@jsquash/avif/codec/enc/avif_enc.wasm'));
  await init((await WebAssembly.compile(file)) as Parameters<typeof init>[0]);
}

/** Encodes RGBA pixels as AVIF with the default settings of the package. */
export async function avifBySquoosh(image: {
  data: Buffer;
  width: number;
  height: number;
}): Promise<Uint8Array> {
  ready ??= prepare();
  await ready;
  // Copies the pixels, because the encoder reads the whole buffer behind the array.
  const data = new Uint8ClampedArray(image.data);
  return new Uint8Array(await encode({ ...image, data, colorSpace: 'srgb' } as Pixels));
}
