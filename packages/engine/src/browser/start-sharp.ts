import moduleUrl from 'gossamer:sharp-module';
import { unshared } from './unshared.ts';

/** sharp's native interface, of which only the functions that return bytes are named here. */
type Binding = Record<string, unknown> & {
  pipeline(options: object, callback: (error: unknown, data?: Uint8Array, info?: object) => void): void;
  metadata(options: object, callback: (error: unknown, metadata?: object) => void): void;
};

/*
 * Takes the place of sharp's `sharp.mjs`, which loads a native module. The program finds its compiled WebAssembly module
 * in a global variable, because its threads run the same file without one. It is imported dynamically, so that it becomes
 * a chunk of its own, which is all that a thread loads.
 */
const compiled = await WebAssembly.compileStreaming(fetch(moduleUrl));
Object.assign(globalThis, { gossamerSharpModule: compiled });
const { started } = await import('gossamer:sharp-program');
const binding = (await started) as Binding;

/** Results are copied, because they are in shared memory. */
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
