import createLibheif from 'libheif-js/libheif-wasm/libheif.js';
import moduleUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';
import type { Libheif, LibheifProgram } from '../heic/libheif-interface.ts';
import { fetchBytes } from './fetch-bytes.ts';

const create = createLibheif as unknown as (options: object) => Libheif;
let program: Promise<Uint8Array> | undefined;

/**
 * Downloads libheif when the first HEIC image is decoded. Unused decoder instances are left to the browser's garbage
 * collector.
 */
export async function loadLibheif(): Promise<LibheifProgram> {
  program ??= fetchBytes(moduleUrl);
  const wasmBinary = await program.catch((error: unknown) => {
    // Allow the next image to retry the download.
    program = undefined;
    throw error;
  });
  return {
    start: () => create({ wasmBinary, print: () => {}, printErr: () => {} }),
    collectUnused: () => {},
  };
}
