import { readFileSync } from 'node:fs';

/** The part of the global that is used here; types for all of it come only with those of browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: unknown;
  }
}

/** What assembly/index.ts exports. */
export interface Exports {
  memory: { readonly buffer: ArrayBuffer };
  /** 1, or 0 when there is not enough memory. */
  reserve(widthPx: number, heightPx: number): number;
  pixelsAt(): number;
  setOriginal(channels: number, background: number): void;
  score(channels: number, background: number): number;
  startParts(): void;
  comparePart(channels: number, background: number): void;
  scoreOfParts(): number;
}

let compiled: WebAssembly.Module | undefined;

/** A new instance with a memory of its own. @throws Error when the package was not built */
export function instantiate(): Exports {
  compiled ??= new WebAssembly.Module(readProgram());
  return new WebAssembly.Instance(compiled).exports as Exports;
}

function readProgram(): Uint8Array {
  const url = new URL('../dist/ssimulacra2.wasm', import.meta.url);
  try {
    return readFileSync(url);
  } catch (error) {
    throw new Error(
      'The SSIMULACRA2 program is not there: run "npm --prefix packages/ssimulacra2 run build"',
      {
        cause: error,
      },
    );
  }
}
