import { errorStatuses } from '@gossamer/contracts/errors';
import { beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../gateway.ts';

interface OpenApi {
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks: Record<string, Record<string, ApiOperation>>;
}

interface ApiOperation {
  operationId: string;
  summary: string;
  security?: unknown[];
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
  responses: Record<string, unknown>;
}

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_URL: 'https://gossamer.example' });
  return () => gateway.close();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers });
const loadedBy = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/api\/docs\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

describe.each(['/api/docs', '/api/docs/console', '/api/docs/errors'])('%s', (path) => {
  it('has a dedicated Content Security Policy, no cookies and no inline scripts', async () => {
    const page = await get(path);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.getSetCookie()).toEqual([]);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    for (const path of ['/', '/compress', '/pricing', '/account#api-keys']) {
      expect(html).toContain(`href="${path}"`);
    }
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

describe('the API reference', () => {
  it('documents every operation, webhook message, parameter and option without scripts', async () => {
    const html = await (await get('/api/docs')).text();
    const { paths, webhooks } = (await (await get('/api/v1/openapi.json')).json()) as OpenApi;
    const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) =>
      Object.values(methods),
    );
    expect(operations.length).toBeGreaterThan(10);
    for (const { operationId, summary, parameters = [], requestBody, responses } of operations) {
      const [, section = ''] = html.split(`<section class="operation" id="${operationId}"`);
      const [text = ''] = section.split('</section>');
      expect(text, operationId).toContain(`>${summary}</a></h3>`);
      const schema = requestBody?.content['application/json']?.schema;
      const names = [
        ...parameters.map(({ name }) => name),
        ...Object.keys(schema?.properties ?? {}),
        ...Object.keys(responses),
      ];
      for (const name of names) expect(text, operationId).toContain(`<code class="name">${name}</code>`);
    }
  });

  it('has links only to sections and pages that exist', async () => {
    const html = await (await get('/api/docs')).text();
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.length).toBeGreaterThan(30);
    expect(anchors.filter((id) => !ids.includes(id))).toEqual([]);
    const errors = await (await get('/api/docs/errors')).text();
    const codes = [...html.matchAll(/href="\/api\/docs\/errors#([^"]+)"/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(50);
    expect(codes.filter((code) => !errors.includes(`id="${code}"`))).toEqual([]);
  });

  it('has samples in three languages for every operation that requires a key', async () => {
    const html = await (await get('/api/docs')).text();
    const { paths } = (await (await get('/api/v1/openapi.json')).json()) as OpenApi;
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, security }) => (security ? [] : [operationId])),
    );
    expect(ids.length).toBeGreaterThan(7);
    for (const id of ids) {
      for (const language of ['curl', 'node', 'python']) {
        expect(html).toContain(`name="${id}-language" value="${language}"`);
      }
    }
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
