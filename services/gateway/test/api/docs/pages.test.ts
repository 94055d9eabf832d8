import { errorStatuses } from '@gossamer/contracts/errors';
import { beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_URL: 'https://gossamer.example' });
  return () => gateway.close();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers });
const loadedBy = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/api\/docs\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

describe.each(['/api/docs', '/api/docs/errors'])('%s', (path) => {
  it('has a dedicated Content Security Policy, no cookies and no inline scripts', async () => {
    const page = await get(path);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.getSetCookie()).toEqual([]);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    expect(html).toMatch(/<a class="home" href="\/">/);
    expect(html).toMatch(/href="\/account"/);
  });

  it('loads only files from the same origin, which may be cached forever', async () => {
    const html = await (await get(path)).text();
    const paths = loadedBy(html);
    expect(paths.length).toBeGreaterThanOrEqual(2);
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    for (const asset of paths) {
      const answer = await get(asset, { 'accept-encoding': 'gzip' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(500);
    }
  });

  it('uses the theme from the cookie', async () => {
    const themed = async (cookie: string) =>
      /<html[^>]*>/.exec(await (await get(path, { cookie })).text())?.[0];
    expect(await themed('theme=dark')).toBe('<html lang="en" data-theme="dark">');
    expect(await themed('__Host-theme=dark')).toBe('<html lang="en" data-theme="dark">');
    expect(await themed('theme=light')).toBe('<html lang="en" data-theme="light">');
    expect(await themed('theme=%22%3E')).toBe('<html lang="en">');
  });

  it('returns 304 if the client has the current version', async () => {
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(path, { 'if-none-match': etag, cookie: 'theme=dark' })).status).toBe(200);
  });
});

describe('files of the documentation', () => {
  it('are sent uncompressed to clients that do not accept compression', async () => {
    const [style = ''] = loadedBy(await (await get('/api/docs')).text()).filter((name) =>
      /\.css$/.test(name),
    );
    const plain = await get(style, { 'accept-encoding': 'identity' });
    const [brotli, gzip] = [await get(style, { 'accept-encoding': 'br' }), await get(style)];
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(brotli.headers.get('content-encoding')).toBe('br');
    const text = await plain.text();
    expect(await brotli.text()).toBe(text);
    expect(await gzip.text()).toBe(text);
  });
});

describe('the API errors page', () => {
  it('lists every code with its anchor and status', async () => {
    const html = await (await get('/api/docs/errors')).text();
    const { components } = (await (await get('/api/v1/openapi.json')).json()) as {
      components: { examples: Record<string, { value: { detail: string; type: string } }> };
    };
    for (const [code, { value }] of Object.entries(components.examples)) {
      expect(value.type).toBe(`https://gossamer.example/api/docs/errors#${code}`);
      expect(html).toContain(`id="${code}"`);
      expect(html).toContain(`id="status-${errorStatuses[code as keyof typeof errorStatuses]}"`);
      expect(value.detail).not.toMatch(/[{}?]/);
    }
  });
});
