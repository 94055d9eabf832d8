import { mkdtempSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { json, startGateway, type TestGateway } from '../gateway.ts';

const page = '<!doctype html><title>Gossamer</title>';
let gateway: TestGateway;

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'gossamer-web-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'index.html'), page);
  await writeFile(join(root, 'assets', 'app-1a2b3c.js'), 'export {};');
  gateway = await startGateway({ GATEWAY_WEB_ROOT: root });
  return () => gateway.close();
});

const get = (path: string, accept = 'text/html') => fetch(gateway.url + path, { headers: { accept } });

describe('the web app', () => {
  it.each(['/', '/compress', '/start'])(
    'answers %s with the page, always fresh, and a visitor’s cookie',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(page);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('set-cookie')).toMatch(
        /^visitor=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
      );
    },
  );

  it('lets caches keep its files, with nobody’s cookie', async () => {
    const response = await get('/assets/app-1a2b3c.js', '*/*');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('shows people its 404 page, and programs the error', async () => {
    const person = await get('/nowhere');
    expect([person.status, await person.text()]).toEqual([404, page]);
    for (const response of [await get('/nowhere', '*/*'), await get('/api/nowhere')]) {
      expect(response.status).toBe(404);
      expect((await json(response)).code).toBe('route_not_found');
    }
  });

  it.each(['/../package.json', '/assets/..%2f..%2fetc/passwd', '/%2e%2e/secret'])(
    'keeps to its folder: %s',
    async (path) => {
      expect((await get(path, '*/*')).status).toBeGreaterThanOrEqual(400);
    },
  );

  it('marks its cookie for TLS only where the public address is', async () => {
    const secure = await startGateway({ PUBLIC_URL: 'https://gossamer.example' });
    const response = await fetch(`${secure.url}/api/compressions`);
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-visitor=.*; HttpOnly; Secure; SameSite=Lax$/);
    await secure.close();
  });
});
