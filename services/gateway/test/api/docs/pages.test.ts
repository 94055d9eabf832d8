import { apiCompression } from '@gossamer/contracts/api';
import { errorStatuses } from '@gossamer/contracts/errors';
import { beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../gateway.ts';
import { createContract, type Document } from './contract.ts';

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
    // The canonical link is not loaded.
    expect(html.replace(/<link rel="canonical"[^>]*>/, '')).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
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
    expect((await get(path)).headers.get('vary')).toBe('Accept-Encoding, Cookie');
  });

  it('returns 304 if the client has the current version', async () => {
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(path, { 'if-none-match': etag, cookie: 'theme=dark' })).status).toBe(200);
  });
});

describe('files of the API documentation', () => {
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

  it('has code samples in three languages for every operation that requires an API key', async () => {
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

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'" };

/** Returns the text that the pattern captures at its first match in an operation's section. */
function textIn(html: string, operationId: string, pattern: RegExp): string {
  const [, section = ''] = html.split(`<section class="operation" id="${operationId}"`);
  const [, code = ''] = pattern.exec(section.split('</section>')[0] ?? '') ?? [];
  return toText(code);
}

const toText = (html: string) =>
  html.replace(/<[^>]+>/g, '').replace(/&([^;]+);/g, (_, name) => entities[name] ?? '');

const response = /<figcaption class="bar">Response \d+<\/figcaption><pre[^>]*><code>(.*?)<\/code><\/pre>/s;

describe('the example responses in the API reference', () => {
  it('match the OpenAPI document', async () => {
    const html = await (await get('/api/docs')).text();
    const contract = createContract((await (await get('/api/v1/openapi.json')).json()) as Document);
    const checked = [...contract.operations].flatMap(([id, { method, path, operation }]) => {
      const text = textIn(html, id, response);
      if (text === '') return [];
      const status = Object.keys(operation.responses).find((each) => each === '201') ?? '200';
      const place = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'];
      const { isValid, errors } = contract.validate(JSON.parse(text), ...place);
      expect(isValid, `${id}: ${errors}`).toBe(true);
      return [id];
    });
    expect(checked.length).toBeGreaterThan(5);
  });

  it('show a job with the options of the code sample and no others', async () => {
    const html = await (await get('/api/docs')).text();
    const sample = textIn(html, 'createCompression', /data-language="curl"><pre[^>]*><code>(.*?)<\/code>/s);
    const sent = Object.fromEntries([...sample.matchAll(/-F "(\w+)=([^"]+)"/g)].map(([, ...pair]) => pair));
    const job = apiCompression.parse(JSON.parse(textIn(html, 'createCompression', response)));
    expect(sent).toEqual({ image: `@${job.filename}`, quality: '80', format: 'webp', wait: '30' });
    expect(job).toMatchObject({
      options: { quality: 80, format: 'webp', resizeWidth: null, resizeHeight: null, resizePercent: null },
      result: { format: 'webp' },
      metadata: {},
    });
    expect(job.result?.report?.stepsMs).not.toHaveProperty('resize');
    expect(apiCompression.parse(JSON.parse(textIn(html, 'getCompression', response)))).toEqual(job);
    expect(JSON.parse(textIn(html, 'createBatch', response)).data[0].compression.options).toMatchObject({
      format: 'avif',
      resizeWidth: null,
    });
  });
});

describe('the API reference page', () => {
  it('shows each value of an enumeration as separate code, and defaults that are objects as JSON', async () => {
    const html = await (await get('/api/docs')).text();
    const chips = (...values: string[]) =>
      values.map((value) => `<code class="value">${value}</code>`).join(' ');
    expect(html).toContain(
      `<code class="name">format</code> <span class="type">${chips('auto', 'modern', 'same', 'jpeg', 'png', 'webp', 'avif', 'jxl')}</span>`,
    );
    expect(html).toContain(`>list of ${chips('jpeg', 'png', 'webp', 'avif', 'jxl')}</span>`);
    expect(html).toContain(`>${chips('inside', 'fill', 'cover', 'thumb')} or null</span>`);
    expect(html).not.toContain('</code> or <code class="value">');
    expect(html).not.toContain('[object Object]');
  });

  it('describes the values of maps, and each field of the engine report', async () => {
    const html = await (await get('/api/docs')).text();
    const field = (id: string) => html.split(`<div id="${id}">`)[1]?.split('</div>')[0];
    expect(field('EngineReport.stepsMs')).toContain('>object of numbers</span>');
    expect(field('Problem.details')).toContain('>object of strings or numbers</span>');
    expect(field('Compression.metadata')).toContain('>object of strings</span>');
    expect(field('EngineReport.wideGamut')).toContain('How colors outside sRGB were handled.');
    expect(field('EngineReport.hdr')).toContain('How high dynamic range was handled.');
    expect(html).toContain(' 6 h and 10 h 40 min, each varied');
  });

  it('lists required fields first and says which encoding requires them', async () => {
    const html = await (await get('/api/docs')).text();
    const [, section = ''] = html.split('<section class="operation" id="createCompression"');
    const [, body = ''] = (section.split('</section>')[0] ?? '').split('<h4>Body</h4>');
    const fields = [...body.matchAll(/<div id="createCompression\.(\w+)"><dt>(.*?)<\/dt>/g)];
    expect(fields.slice(0, 3).map(([, name]) => name)).toEqual(['image', 'url', 'quality']);
    expect(fields.flatMap(([, name, terms]) => (terms?.includes('required') ? [name] : []))).toEqual([
      'image',
      'url',
    ]);
    expect(body).toContain('<span class="mark">required in forms</span>');
    expect(body).toContain('<span class="mark">required in JSON</span>');
    expect(html).toMatch(
      /<div id="createBatch\.url"><dt>.*?<span class="mark">required<\/span><\/dt>.*?<div id="createBatch\.quality">/s,
    );
  });

  it('has a bar with a button that opens the table of contents without scripts', async () => {
    const html = await (await get('/api/docs')).text();
    expect(html).toMatch(
      /<div class="contents-bar"><button type="button" popovertarget="contents"><svg [^>]* aria-hidden="true">.*?<\/svg><span>Contents<span class="current"><\/span><\/span><\/button>/,
    );
    expect(html).toContain('<nav id="contents" popover aria-label="Contents">');
    expect(html).toMatch(/<button type="button" class="close" popovertarget="contents"/);
  });

  it('hides the buttons of the search, which needs scripts', async () => {
    const html = await (await get('/api/docs')).text();
    const buttons = html.match(/<button[^>]* class="find"[^>]*>/g) ?? [];
    expect(buttons).toHaveLength(2);
    for (const button of buttons) expect(button).toMatch(/ aria-label="Search".* hidden>$/);
    expect(html).toContain('<dialog id="search" aria-label="Search the documentation">');
  });

  it('has a decorative icon for each theme in the header', async () => {
    const html = await (await get('/api/docs')).text();
    const [, icons = ''] = /<span class="theme">(.*?)<\/span>/.exec(html) ?? [];
    for (const theme of ['light', 'dark', 'system']) {
      expect(icons).toMatch(new RegExp(`<svg class="icon ${theme}"[^>]* aria-hidden="true">`));
    }
  });

  it('links every error code to its description, including codes that no operation returns', async () => {
    const html = await (await get('/api/docs')).text();
    const { components } = (await (await get('/api/v1/openapi.json')).json()) as Document;
    for (const code of Object.keys(components.examples ?? {})) {
      expect(html).toContain(`<a href="/api/docs/errors#${code}">`);
    }
  });

  it('has an example of every object that matches its schema', async () => {
    const html = await (await get('/api/docs')).text();
    const contract = createContract((await (await get('/api/v1/openapi.json')).json()) as Document);
    const objects = [...html.matchAll(/<section id="(\w+)" class="object"/g)];
    expect(objects.length).toBeGreaterThan(5);
    for (const [, name = ''] of objects) {
      const [, section = ''] = html.split(`<section id="${name}" class="object"`);
      const [, code = ''] =
        /Example<\/figcaption><pre[^>]*><code>(.*?)<\/code>/s.exec(section.split('</section>')[0] ?? '') ??
        [];
      const { isValid, errors } = contract.validate(JSON.parse(toText(code)), 'components', 'schemas', name);
      expect(isValid, `${name}: ${errors}`).toBe(true);
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
