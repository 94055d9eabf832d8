import { defineConfig } from 'tsdown';

const shared = {
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  // Bundle the packages of the workspace, but not those in `dependencies`, which are installed with this package.
  deps: { onlyBundle: false },
} as const;

/** Builds the library and the script of its child processes. */
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
