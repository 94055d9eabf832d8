import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { collectGarbage } from '../collect-garbage.ts';
import type { Libheif, LibheifProgram } from './libheif-interface.ts';

const require = createRequire(import.meta.url);

/** Loads libheif (`libheif-js`) for each image, so that its program takes no memory between images. */
export async function loadLibheif(): Promise<LibheifProgram> {
  return { start, collectUnused: collectGarbage };
}

function start(): Libheif {
  const create: (options: object) => Libheif = require('libheif-js/libheif-wasm/libheif.js');
  const wasmBinary = readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm'));
  return create({ wasmBinary, print: () => {}, printErr: () => {} });
}
