import { fileURLToPath } from 'node:url';
import { checkConfig } from '@gossamer/contracts/check-config';
import { defineConfig } from 'tsdown';
import { z } from 'zod';
import { bundledLicenses } from './bundled-licenses.ts';

/** JSON Schema of gossamer.config.json, for editors. */
const configSchema = `${JSON.stringify(z.toJSONSchema(checkConfig, { io: 'input' }), undefined, 2)}\n`;

const shared = { outDir: 'dist', format: 'esm', target: 'node20', fixedExtension: false } as const;

/**
 * Builds three bundles: the library, which does not use any Node.js APIs, and the command line and the build plugins,
 * which include their dependencies except the engine. The MCP server is a chunk of its own, which only `gossamer mcp`
 * loads.
 */
export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      webhooks: 'src/webhooks.ts',
      'next-loader': 'src/build/next-loader.ts',
    },
    platform: 'neutral',
    dts: { oxc: true },
  },
  {
    ...shared,
    entry: { cli: 'src/cli/main.ts' },
    platform: 'node',
    dts: false,
    clean: false,
    minify: true,
    // Bundle everything except the engine, which users install only for `--local`.
    deps: { onlyBundle: false, neverBundle: ['gossamer-engine'] },
    alias: {
      '@modelcontextprotocol/server/_shims': fileURLToPath(
        new URL('src/mcp/sdk-runtime.ts', import.meta.url),
      ),
    },
    plugins: [
      bundledLicenses('LICENSES.txt'),
      {
        name: 'config-schema',
        generateBundle() {
          this.emitFile({ type: 'asset', fileName: 'config.schema.json', source: configSchema });
        },
      },
    ],
  },
  {
    ...shared,
    entry: { vite: 'src/build/vite.ts', next: 'src/build/next.ts' },
    platform: 'node',
    dts: { oxc: true },
    clean: false,
    deps: { onlyBundle: false, neverBundle: ['gossamer-engine'] },
    plugins: [bundledLicenses('LICENSES-build.txt')],
  },
]);
