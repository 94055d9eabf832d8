/** The WebAssembly module, which a bundler copies. It is loaded with this file, because scoring is synchronous. */
const response = await fetch(new URL('../dist/ssimulacra2.wasm', import.meta.url));
if (!response.ok) throw new Error(`the metric could not be loaded: HTTP ${response.status}`);
const program = new Uint8Array(await response.arrayBuffer());

export const readProgram = (): Uint8Array => program;
