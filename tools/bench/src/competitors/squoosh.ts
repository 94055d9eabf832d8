import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import encodeAvif, { init as initAvif } from '@jsquash/avif/encode.js';
import encodeJxl, { init as initJxl } from '@jsquash/jxl/encode.js';
import sharp from 'sharp';

/**
 * Declares only the WebAssembly API that is used here. Node's types lack WebAssembly, and the DOM library would declare
 * all browser types.
 */
declare namespace WebAssembly {
  type Module = object;
  function compile(file: Uint8Array): Promise<Module>;
}

type Pixels = Extract<Parameters<typeof encodeAvif>[0], { data: Uint8ClampedArray }>;

const { resolve } = createRequire(import.meta.url);

/**
 * Returns an encoder with the default settings of the package. Its WebAssembly module is read from disk, because the
 * package would fetch it by URL, but Node's fetch does not support file URLs.
 */
function encoderOf(
  wasm: string,
  init: (module: never) => Promise<unknown>,
  encode: (pixels: Pixels) => Promise<ArrayBuffer>,
): (original: Uint8Array) => Promise<Uint8Array> {
  let ready: Promise<unknown> | undefined;
  const prepare = async () => init((await WebAssembly.compile(await readFile(resolve(wasm)))) as never);
  return async (original) => {
    ready ??= prepare();
    await ready;
    const { data, info } = await sharp(original).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    // Copy the pixels, because the encoder reads the array's entire underlying buffer.
    const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
    return new Uint8Array(await encode({ ...pixels, colorSpace: 'srgb' } as Pixels));
  };
}

/** Encodes AVIF with Squoosh's default settings: quality 50, speed 6, chroma subsampling 4:2:0. */
export const squooshAvif = encoderOf('@jsquash/avif/codec/enc/avif_enc.wasm', initAvif, encodeAvif);

/** Encodes JPEG XL with Squoosh's default settings: quality 75, effort 7. */
export const squooshJxl = encoderOf('@jsquash/jxl/codec/enc/jxl_enc.wasm', initJxl, encodeJxl);
