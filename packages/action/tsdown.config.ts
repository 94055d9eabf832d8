import { defineConfig } from 'tsdown';
import { bundledLicenses } from '../client/bundled-licenses.ts';

/** Builds the action as a single file with everything except the engine, which workflows install for `local`. */
export default defineConfig({
  entry: { index: 'src/main.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
  dts: false,
  deps: { alwaysBundle: [/./], onlyBundle: false, neverBundle: ['gossamer-engine'] },
  inputOptions: { resolve: { conditionNames: ['gossamer-workspace', 'node', 'import'] } },
  outputOptions: { codeSplitting: false },
  plugins: [bundledLicenses('LICENSES.txt')],
});
