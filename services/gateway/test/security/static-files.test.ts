import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../compressions/upload/raw-http.ts';
import type { TestGateway } from '../gateway.ts';
import { startWholeGateway } from './every-route.ts';

let gateway: TestGateway;

beforeAll(async () => {
  const whole = await startWholeGateway();
  gateway = whole.gateway;
  return () => whole.close();
});

/** Sends a raw HTTP request, because `fetch` would normalize the path. */
const get = (path: string) =>
  sendRaw(gateway, (socket) => socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`));

const elsewhere = [
  ...[
    '/../package.json',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
  ],
  ...[
    '/assets/%5c..%5c..%5cetc',
    '/assets\\..\\..',
    '/..;/etc/passwd',
    '/%252e%252e/etc/passwd',
    '//etc/passwd',
  ],
  ...['/api/docs/assets/..%2f..%2f..%2fpackage.json', '/api/docs/assets/../../src/app.ts'],
  ...['/files/../originals/x', '/files/..%2f..%2fetc%2fpasswd', '/compressed/../../etc/passwd'],
];
const ours = [
  ...[
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/.gossamer/secrets.json',
    '/.vite/manifest.json',
    '/.well-known/',
    '/package.json',
  ],
  ...[
    '/pnpm-lock.yaml',
    '/src/main.ts',
    '/services/gateway/src/app.ts',
    '/node_modules/fastify/package.json',
    '/assets/',
  ],
  ...[
    '/assets/app-1a2b3c.js.map',
    '/pages/en/home.html',
    '//pages/en/home.html',
    '/./pages/en/home.html',
    '/%70ages/en/home.html',
  ],
  ...[
    '/assets/%2e%2e/pages/en/home.html',
    '/pages\\en\\home.html',
    '/index.html',
    '/index.html%00.js',
    '/metrics',
    '/debug',
    '/admin',
  ],
  ...[`/${'z'.repeat(300)}`, `/api/compression/${'z'.repeat(5_000)}`, '/%00'],
];

describe('a path outside the web app’s files', () => {
  it.each([...elsewhere, ...ours].map((path) => [path.slice(0, 60), path]))(
    'is not served: %s',
    async (_, path) => {
      const answer = await get(path);
      expect(answer).toMatch(/^HTTP\/1\.1 40[0-4] /);
      expect(answer).not.toMatch(/root:|"dependencies"|\[core\]|%SESSION%|import \{/);
    },
  );
});

it('the web app is built without source maps', async () => {
  const config = new URL('../../../../apps/web/vite.config.ts', import.meta.url);
  expect(await readFile(config, 'utf8')).not.toContain('sourcemap');
});
