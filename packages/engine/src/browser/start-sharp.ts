import moduleUrl from 'gossamer:sharp-module';
import { unshared } from './unshared.ts';

/** sharp's native interface. Declares only the functions that return bytes. */
type Binding = Record<string, unknown> & {
  pipeline(options: object, callback: (error: unknown, data?: Uint8Array, info?: object) => void): void;
  metadata(options: object, callback: (error: unknown, metadata?: object) => void): void;
};

/*
 * Replaces sharp's `sharp.mjs`, which loads a native module. The program reads its compiled WebAssembly module from a
 * global variable. Threads run the same program without this variable. The program is imported dynamically, so that it
 * becomes a separate chunk and threads load nothing else.
 */
const compiled = await WebAssembly.compileStreaming(fetch(moduleUrl));
Object.assign(globalThis, { gossamerSharpModule: compiled });
const { started } = await import('gossamer:sharp-program');
const binding = (await started) as Binding;

/** The native interface, whose results are copied, because they are in shared memory. */
// biome-ignore lint/style/noDefaultExport: sharp imports it as the default.
export default {
  ...binding,
  pipeline: (options, callback) =>
    binding.pipeline(options, (error, data, info) => callback(error, data && unshared(data), info)),
  metadata: (options, callback) =>
    binding.metadata(options, (error, metadata) => callback(error, metadata && withUnsharedValues(metadata))),
} satisfies Binding;

function withUnsharedValues(metadata: object): object {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? unshared(value) : value,
    ]),
  );
}
