import { beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../gateway.ts';
import { builtWebApp } from '../../web/built-web-app.ts';
import { builtSite } from './built-site.ts';

const origin = 'https://gossamer.example';
const html = { accept: 'text/html' };
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({
    PUBLIC_URL: origin,
    GATEWAY_WEB_ROOT: await builtWebApp(),
    GATEWAY_DOCS_ROOT: await builtSite(),
  });
  return () => gateway.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { headers, redirect: 'manual' });
const text = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();
const pages = ['/docs', '/docs/quick-start', '/docs/api', '/docs/self-hosting', '/docs/self-hosting/deploy'];

describe.each(pages)('%s', (path) => {
  it('is a page with a strict Content Security Policy, without cookies and inline scripts', async () => {
    const page = await get(path, html);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('public, no-cache');
    expect(page.headers.getSetCookie()).toEqual([]);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(await page.text()).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=|%ORIGIN%/);
  });

  it('is also available as Markdown, for programs on any origin', async () => {
    const answer = await get(`${path}.md`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('link')).toBe(`<${origin}${path}>; rel="canonical"`);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.text()).toMatch(/^# /);
    const etag = answer.headers.get('etag') ?? '';
    expect((await get(`${path}.md`, { 'if-none-match': etag })).status).toBe(304);
    expect(await text(path)).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md">`);
  });

  it('uses the theme from the cookie, and returns 304 if the client has the current version', async () => {
    expect(await text(path, { cookie: 'theme=dark' })).toContain('<html lang="en" data-theme="dark">');
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(path, { 'if-none-match': etag, cookie: 'theme=dark' })).status).toBe(200);
  });

  it('redirects the path with a slash at its end', async () => {
    const answer = await get(`${path}/`, html);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, path]);
  });

  it('has its own address, title and preview', async () => {
    const page = await text(path);
    expect(page).toContain(`<link rel="canonical" href="${origin}${path}">`);
    expect(page).toContain(`<meta property="og:url" content="${origin}${path}">`);
    expect(page).toContain(`<meta property="og:image" content="${origin}/og.png">`);
    expect(page).toMatch(/<title>.+ · Gossamer<\/title>/);
  });
});

describe('the documentation site', () => {
  it('inserts the origin of the service into pages and texts', async () => {
    expect(await text('/docs/api')).toContain(`<p>API guide at ${origin}</p>`);
    expect(await text('/docs/api.md')).toContain(`Text at ${origin}/account.`);
    expect(await text('/llms.txt')).toContain(`(${origin}/docs/quick-start.md)`);
  });

  it('shows only the pages of one area in the navigation, and marks the page and its area', async () => {
    const guide = await text('/docs/api');
    const [navigation = ''] = /<nav id="contents".*?<\/nav>/s.exec(guide) ?? [];
    expect(navigation).toContain('<a href="/docs/api" aria-current="page">');
    expect(navigation).not.toContain('self-hosting');
    expect(guide).toContain('<a href="/docs" aria-current="true">Guide</a>');
    const operators = await text('/docs/self-hosting/deploy');
    expect(/<nav id="contents".*?<\/nav>/s.exec(operators)?.[0]).not.toContain('/docs/quick-start');
    expect(operators).toContain('<a href="/docs/self-hosting" aria-current="true">Self-hosting</a>');
  });

  it('lists the headings of a page, and links to its neighbors within the area', async () => {
    const page = await text('/docs/security');
    const [contents = ''] = /<nav id="toc".*?<\/nav>/s.exec(page) ?? [];
    expect(contents).toContain('<li class="depth-3"><a href="#second">Second &amp; last</a></li>');
    expect(page).toContain('<a class="previous" rel="prev" href="/docs/api">');
    expect(page).not.toContain('rel="next"');
  });

  it('answers unknown paths with 404: a page for browsers, an error for other clients', async () => {
    const page = await get('/docs/nothing', html);
    expect(page.status).toBe(404);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const found = await page.text();
    expect(found).toContain('<h1>Page not found</h1>');
    expect(found).toContain('<nav id="contents"');
    expect(found).toContain('<meta name="robots" content="noindex">');
    expect(found).not.toContain('rel="canonical"');
    const other = await get('/docs/nothing.md');
    expect(other.status).toBe(404);
    expect(await other.json()).toMatchObject({ code: 'route_not_found' });
    for (const path of ['/docs/%2e%2e/site.json', '/docs/pages/api.html', '/docs/site.json', '/docs//api']) {
      expect((await get(path, html)).status, path).toBe(404);
    }
  });

  it('has llms.txt and llms-full.txt as plain text', async () => {
    for (const path of ['/llms.txt', '/llms-full.txt']) {
      const answer = await get(path);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
      expect(await answer.text()).toMatch(/^# Gossamer\n/);
    }
  });

  it('is in the sitemap, once for each page', async () => {
    const sitemap = await text('/sitemap.xml');
    for (const path of [...pages, '/api/docs', '/api/docs/errors']) {
      expect(sitemap.split(`<url><loc>${origin}${path}</loc></url>`)).toHaveLength(2);
    }
  });

  it('serves the search index and its library as files that may be cached forever', async () => {
    const [, index = '', library = ''] =
      /data-index="([^"]+)" data-library="([^"]+)"/.exec(await text('/docs')) ?? [];
    const answer = await get(index);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.json()).toHaveProperty('options.fields');
    expect(await text(library)).toContain('class MiniSearch');
  });

  it('is linked from the API reference, and links to it', async () => {
    for (const path of ['/api/docs', '/api/docs/console', '/api/docs/errors']) {
      expect(await text(path)).toContain('<a href="/docs">Guide</a>');
    }
    for (const path of ['/docs', '/docs/api']) {
      expect(await text(path)).toMatch(/<a href="\/api\/docs"[^>]*>API reference<\/a>/);
    }
  });
});

describe('a gateway with a site without the text of all pages', () => {
  it('has no llms-full.txt and does not link to it', async () => {
    const other = await startGateway({ GATEWAY_DOCS_ROOT: await builtSite(false) });
    expect((await fetch(`${other.url}/llms-full.txt`)).status).toBe(404);
    expect(await (await fetch(`${other.url}/docs`)).text()).not.toContain('llms-full.txt');
    await other.close();
  });
});

describe('a gateway without a documentation site', () => {
  it('has no pages at /docs, and does not link to them', async () => {
    const other = await startGateway();
    expect((await fetch(`${other.url}/docs`)).status).toBe(404);
    expect(await (await fetch(`${other.url}/api/docs`)).text()).not.toMatch(/href="\/(docs|llms)/);
    await other.close();
  });

  it('does not start with a folder that contains none', async () => {
    await expect(startGateway({ GATEWAY_DOCS_ROOT: '/nowhere' })).rejects.toThrow(/site\.json/);
  });
});
