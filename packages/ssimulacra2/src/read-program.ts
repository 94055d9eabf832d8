import { readFileSync } from 'node:fs';

/** Returns the bytes of the WebAssembly module. @throws Error if the package was not built */
export function readProgram(): Uint8Array {
  const url = new URL('../dist/ssimulacra2.wasm', import.meta.url);
  try {
    return readFileSync(url);
  } catch (error) {
    throw new Error(
      'The SSIMULACRA2 WebAssembly module is missing: run "npm --prefix packages/ssimulacra2 run build"',
      {
        cause: error,
      },
    );
  }
}
