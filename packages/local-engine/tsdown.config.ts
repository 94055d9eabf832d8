import { defineConfig } from 'tsdown';

const shared = {
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  // Bundle the packages of the workspace. Those in `dependencies` remain imports.
  deps: { onlyBundle: false },
} as const;

/** Builds the library and the program of its child processes. */
export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts' },
    dts: { oxc: true },
    copy: [{ from: '../ssimulacra2/dist/ssimulacra2.wasm', to: 'dist' }],
  },
  {
    ...shared,
    entry: { 'engine-child': 'src/engine-child.ts' },
    dts: false,
    clean: false,
  },
]);
