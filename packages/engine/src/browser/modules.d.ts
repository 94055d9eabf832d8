/** Modules that vite-plugin.ts and Vite provide. */
declare module 'gossamer:sharp-module' {
  /** URL of sharp's WebAssembly module. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: Vite exports URLs as the default.
  export default url;
}
declare module 'gossamer:sharp-program' {
  /** Resolves with sharp's native interface. */
  export const started: Promise<unknown>;
}
declare module '*.wasm?url' {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: Vite exports URLs as the default.
  export default url;
}
