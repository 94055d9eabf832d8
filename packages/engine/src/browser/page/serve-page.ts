import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { engineInBrowsers } from '../vite-plugin.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Builds the test page into a folder. */
export async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    plugins: [engineInBrowsers()],
    worker: { format: 'es', plugins: () => [engineInBrowsers()] },
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, target: 'es2024' },
  });
}

/** Serves the built page as an isolated page, and the given images below `/images/`. */
export async function servePage(folder: string, images: Record<string, Uint8Array>) {
  const server = createServer(async ({ url = '/' }, response) => {
    const path = new URL(url, 'http://localhost').pathname;
    const body = path.startsWith('/images/')
      ? images[decodeURIComponent(path.slice('/images/'.length))]
      : await readFile(join(folder, path === '/' ? 'index.html' : path)).catch(() => undefined);
    response.writeHead(body ? 200 : 404, {
      'content-type': types[path === '/' ? '.html' : extname(path)] ?? 'application/octet-stream',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
