import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { adaptSharp } from './adapt-sharp.ts';

const require = createRequire(import.meta.url);
const sharpFolder = dirname(require.resolve('@img/sharp-wasm32/sharp.node'));
const { version } = require('@img/sharp-wasm32/package') as { version: string };
const programFile = join(sharpFolder, `lib/sharp-wasm32-${version}.node.js`);
const moduleFile = join(sharpFolder, `lib/sharp-wasm32-${version}.node.wasm`);

/** Query string that distinguishes the adapted program from the original file. */
const adapted = '?adapted';

const ofSharp = /[\\/]node_modules[\\/]sharp[\\/]dist[\\/]/;
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Files that replace modules imported by sharp. */
const replacements: Record<string, string> = {
  './sharp.mjs': here('./start-sharp.ts'),
  './libvips.mjs': here('./libvips-for-sharp.ts'),
  'detect-libc': here('./node-for-sharp.ts'),
  'node:events': here('./node-for-sharp.ts'),
  'node:module': here('./node-for-sharp.ts'),
  'node:os': here('./node-for-sharp.ts'),
  'node:path': here('./node-for-sharp.ts'),
  'node:stream': here('./node-for-sharp.ts'),
  'node:util': here('./node-for-sharp.ts'),
};

/**
 * Vite plugin for bundles that contain the engine: replaces sharp's native module with its WebAssembly build, adapted to
 * browsers (docs/decisions/0056-engine-package.md). Must also be set as `worker.plugins`.
 */
export function engineInBrowsers(): Plugin {
  return {
    name: 'engine-in-browsers',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'gossamer:sharp-module') return `${moduleFile}?url`;
      if (id === 'gossamer:sharp-program') return programFile + adapted;
      return importer && ofSharp.test(importer) ? replacements[id] : undefined;
    },
    load(id) {
      return id === programFile + adapted ? adaptSharp(readFileSync(programFile, 'utf8')) : undefined;
    },
  };
}
