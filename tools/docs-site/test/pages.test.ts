import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAssets } from '@gossamer/gateway/api/docs/assets';
import { homePage } from '@gossamer/gateway/api/docs/site/home-page';
import { notFoundPage } from '@gossamer/gateway/api/docs/site/not-found-page';
import { readSite, type Site } from '@gossamer/gateway/api/docs/site/read-site';
import { sitePage } from '@gossamer/gateway/api/docs/site/site-page';
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSite } from '../src/write-site.ts';

/** Checks the complete pages: the content that this package builds in the layout of the gateway. */
const origin = 'https://images.example';
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard', 'html-validate:a11y'] });

let site: Site;
let pages: { path: string; html: string }[];

beforeAll(async () => {
  const dist = await mkdtemp(join(tmpdir(), 'gossamer-docs-'));
  await writeSite(join(import.meta.dirname, '../../..'), dist);
  site = await readSite(dist, origin);
  const { paths: assets } = await findAssets();
  const frame = { assets, publicUrl: origin, searchIndex: '/api/docs/assets/search-index-0.json' };
  pages = [
    { path: '/docs', html: homePage(frame, site)('system') },
    { path: '/docs/nothing', html: notFoundPage(frame, site)('system') },
    ...site.pages.map((page) => ({ path: page.path, html: sitePage(frame, site, page)('dark') })),
  ];
  return () => rm(dist, { recursive: true });
});

describe('every page', () => {
  it('is valid and accessible HTML', async () => {
    expect(pages.length).toBeGreaterThan(20);
    for (const { path, html } of pages) {
      const { results } = await validator.validateString(html);
      const messages = results.flatMap((result) =>
        result.messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`),
      );
      expect(messages, path).toEqual([]);
    }
  });

  it('has a title, a description, an address and a preview of its own, and no inline scripts or styles', () => {
    const listed = pages.filter(({ path }) => path !== '/docs/nothing');
    const values = (pattern: RegExp) => listed.map(({ html }) => pattern.exec(html)?.[1]);
    for (const pattern of [/<title>(.+?)<\/title>/, /<meta name="description" content="(.{20,160})">/]) {
      expect(new Set(values(pattern)).size).toBe(listed.length);
      expect(values(pattern)).not.toContain(undefined);
    }
    for (const { path, html } of listed) {
      expect(html).toContain(`<link rel="canonical" href="${origin}${path}">`);
      expect(html).toContain(`<meta property="og:url" content="${origin}${path}">`);
      expect(html).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md">`);
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=|%ORIGIN%/);
    }
  });

  it('has links only to pages and anchors of the site that exist', () => {
    const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const ids = new Map(pages.map(({ path, html }) => [path, idsOf(html)]));
    const links = pages.flatMap(({ path, html }) =>
      [...html.matchAll(/<a [^>]*href="([/#][^"]*)"/g)].map(([, href = '']) => ({ path, href })),
    );
    const ofSite = links.filter(({ href }) => /^(#|\/docs(?!.*\.md$))/.test(href));
    expect(ofSite.length).toBeGreaterThan(500);
    const broken = ofSite.filter(({ path, href }) => {
      const [target = '', anchor] = href.split('#');
      const known = ids.get(target || path);
      return !known || (anchor !== undefined && !known.includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it('marks itself in the navigation of its area, and links to its neighbors there', () => {
    for (const { path, area } of site.pages) {
      const { html } = pages.find((page) => page.path === path)!;
      expect(html).toContain(`<a href="${path}" aria-current="page">`);
      const links = [...html.matchAll(/rel="(?:prev|next)" href="\/docs\/([^"]+)"/g)].map(([, name]) => name);
      expect(links.length).toBeGreaterThan(0);
      for (const name of links) {
        expect(site.pages.find((page) => page.name === name)?.area.name, path).toBe(area.name);
      }
    }
  });
});
