import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSite, type DroppedLink } from '../src/build-site.ts';
import { guide } from '../src/guide-pages.ts';
import { llmsFullText, llmsText } from '../src/llms.ts';
import { selfHosting } from '../src/self-hosting-pages.ts';

/** Builds the site from the documentation of this repository. */
const root = join(import.meta.dirname, '../../..');
const dropped: DroppedLink[] = [];
const areas = buildSite(root, (link) => dropped.push(link));
const pages = areas.flatMap(({ groups }) => groups.flatMap((group) => group.pages));
const pageOf = (name: string) => pages.find((page) => page.name === name)!;

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);

/** Pages that the gateway renders, to which the site's pages link. */
const otherPages = [
  '/account',
  '/api/docs',
  '/api/docs/console',
  '/api/docs/errors',
  '/api/v1/openapi.json',
  '/compress',
];

describe('the documentation site', () => {
  it('renders every page that is not optional', () => {
    const wanted = [guide, selfHosting]
      .flatMap(({ groups }) => groups.flatMap((group) => group.pages))
      .filter(({ parts }) => !parts.every(({ isOptional }) => isOptional));
    expect(wanted.length).toBeGreaterThan(20);
    for (const { name } of wanted) expect(pageOf(name)?.html.length, name).toBeGreaterThan(500);
  });

  it('has links only to pages and anchors that exist', () => {
    const ids = new Map(pages.map(({ name, html }) => [`/docs/${name}`, idsOf(html)]));
    const links = pages.flatMap(({ name, html }) => linksOf(html).map((href) => ({ name, href })));
    const internal = links.filter(({ href }) => !/^https?:/.test(href));
    expect(internal.length).toBeGreaterThan(100);
    const broken = internal.filter(({ name, href }) => {
      const [path = '', anchor] = href.split('#');
      const target = ids.get(path === '' ? `/docs/${name}` : path);
      if (target) return anchor !== undefined && !target.includes(anchor);
      return !otherPages.includes(href);
    });
    expect(broken).toEqual([]);
  });

  it('has each anchor of a page once, and its headings among them', () => {
    for (const { name, html, headings } of pages) {
      const ids = idsOf(html);
      expect(new Set(ids).size, name).toBe(ids.length);
      for (const { id } of headings) expect(ids, name).toContain(id);
    }
  });

  it('drops only links to files of the repository, and leaves nothing of references to decisions', () => {
    expect(dropped.length).toBeGreaterThan(10);
    for (const { from, url } of dropped) {
      const [path = ''] = url.split('#');
      expect(existsSync(join(root, from, '..', path)), `${from}: ${url}`).toBe(true);
    }
    for (const { name, html, markdown } of pages) {
      expect(html.replace(/<code.*?<\/code>/gs, 'code'), name).not.toMatch(
        /decisions\/|\uE000|\(\s*\)|\[\d{4}\]/,
      );
      expect(markdown.replace(/`[^`\n]+`/g, 'code'), name).not.toMatch(
        /decisions\/|\uE000|\]\((?!%ORIGIN%|https?:)/,
      );
    }
  });

  it('has a page in Markdown with the same headings and absolute links to the Markdown of other pages', () => {
    for (const { name, title, description, headings, markdown } of pages) {
      expect(markdown).toMatch(new RegExp(`^# ${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\n`));
      expect(markdown).toContain(description);
      const found = [...markdown.replace(/^```.*?^```$/gms, '').matchAll(/^(#{2,3}) /gm)];
      expect(found.length, name).toBe(headings.length);
    }
    expect(pageOf('quick-start').markdown).toContain('[webhooks](%ORIGIN%/docs/webhooks.md)');
    expect(pageOf('webhooks').markdown).toContain('[`/account`](%ORIGIN%/account)');
  });

  it('takes each text from one page only', () => {
    const headings = pages.flatMap(({ name, html }) =>
      [...html.matchAll(/<p>(.{80,}?)<\/p>/g)].map(([, text]) => ({ name, text })),
    );
    const twice = headings.filter(({ name, text }) =>
      headings.some((other) => other.text === text && other.name !== name),
    );
    expect(twice).toEqual([]);
  });

  it('shows the address of the service in examples for users, and the usual one in those for operators', () => {
    for (const { name, html } of pages.filter((page) => !page.name.startsWith('self-hosting'))) {
      const code = [...html.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, text]) => text).join('\n');
      expect(code, name).not.toMatch(/gossamer\.example|localhost:3000/);
    }
    expect(pageOf('quick-start').html).toContain('GOSSAMER_URL=%ORIGIN%');
    expect(pageOf('self-hosting').html).toContain('http://localhost:3000');
  });
});

describe('a page', () => {
  it('shows examples in several languages as tabs, with the notes on each', () => {
    const { html } = pageOf('quick-start');
    expect(html.match(/<div class="code sample">/g)).toHaveLength(1);
    for (const language of ['curl', 'node', 'python', 'cli']) {
      expect(html).toContain(`name="example-1-language" value="${language}"`);
    }
    expect(html).toContain('<p class="note"><code>npm install gossamer</code>; Node 20 or newer</p>');
    expect(html).not.toContain('<strong>curl</strong>');
  });

  it('gives options in tables an anchor, and makes tables reachable by keyboard', () => {
    const { html } = pageOf('api');
    expect(html).toContain('<div class="table" role="group" aria-label="Table" tabindex="0">');
    expect(html).toContain('<tr id="deliverto">');
    expect(html).toContain('<th scope="col">option</th>');
  });

  it('shows pages of the product, which the texts name as code, as links', () => {
    expect(pageOf('webhooks').html).toContain('<a href="/account"><code>/account</code></a>');
  });
});

describe('llms.txt', () => {
  it('has the form of llmstxt.org: title, summary, and lists of links to Markdown with descriptions', () => {
    const text = llmsText(areas, true);
    const [title, , summary] = text.split('\n');
    expect(title).toBe('# Gossamer');
    expect(summary).toMatch(/^> .{40,}/);
    const lists = text.split(/^## /m).slice(1);
    expect(lists.map((list) => list.split('\n')[0])).toEqual([
      'Guide',
      'API reference',
      'Self-hosting',
      'Optional',
    ]);
    for (const line of lists.flatMap((list) => list.trim().split('\n').slice(2))) {
      expect(line).toMatch(/^- \[[^\]]+\]\(%ORIGIN%\/[\w/.-]+\): .{20,}$/);
    }
    for (const { name } of pages) expect(text).toContain(`(%ORIGIN%/docs/${name}.md)`);
  });

  it('is accompanied by the Markdown of all pages in one file of less than 300 kB', () => {
    const text = llmsFullText(areas) ?? '';
    for (const { markdown } of pages) expect(text).toContain(markdown.trim());
    expect(Buffer.byteLength(text)).toBeLessThan(300_000);
  });
});
