import wasmUrl from '@jsquash/jxl/codec/dec/jxl_dec.wasm?url';
import decode, { init } from '@jsquash/jxl/decode.js';

let starting: Promise<unknown> | undefined;

/**
 * Decodes a JPEG XL file with libjxl in WebAssembly.
 * @throws Error if the file cannot be decoded
 */
export async function decodeJxl(file: ArrayBuffer): Promise<ImageData> {
  starting ??= start();
  // If the decoder cannot be loaded, load it again for the next image.
  await starting.catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return decode(file);
}

async function start(): Promise<void> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`the decoder could not be loaded: HTTP ${response.status}`);
  await init(await WebAssembly.compile(await response.arrayBuffer()));
}
