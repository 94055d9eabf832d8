import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import decode, { init } from '@jsquash/jxl/decode.js';

/** Replaces the browser class ImageData, which the decoder uses for its results. */
class RgbaPixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

let starting: Promise<unknown> | undefined;

/**
 * Decodes a JPEG XL file to RGBA pixels with another build of libjxl than the engine's.
 * @throws Error if the file cannot be decoded
 */
export async function decodeJxl(
  file: Uint8Array,
): Promise<{ rgba: Uint8ClampedArray; widthPx: number; heightPx: number }> {
  starting ??= start();
  await starting;
  const { data: rgba, width: widthPx, height: heightPx } = await decode(new Uint8Array(file).buffer);
  return { rgba, widthPx, heightPx };
}

async function start(): Promise<void> {
  const path = fileURLToPath(import.meta.resolve('@jsquash/jxl/codec/dec/jxl_dec.wasm'));
  Object.assign(globalThis, { ImageData: RgbaPixels });
  await init({ wasmBinary: readFileSync(path) });
}
