import { readProgram } from '#read-program';

/** The parts of the global `WebAssembly` that are used. The full types are available only in the DOM library. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: unknown;
  }
}

/** Functions exported by assembly/index.ts. */
export interface Exports {
  memory: { readonly buffer: ArrayBuffer };
  /** Allocates memory for an image. Returns 1 on success, or 0 if there is not enough memory. */
  reserve(widthPx: number, heightPx: number): number;
  pixelsAt(): number;
  setOriginal(channels: number, background: number): void;
  score(channels: number, background: number): number;
  startParts(): void;
  comparePart(channels: number, background: number): void;
  scoreOfParts(): number;
}

let compiled: WebAssembly.Module | undefined;

/** Creates a WebAssembly instance with its own memory. @throws Error if the package was not built */
export function instantiate(): Exports {
  compiled ??= new WebAssembly.Module(readProgram());
  return new WebAssembly.Instance(compiled).exports as Exports;
}
