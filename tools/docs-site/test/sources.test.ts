import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { composePage } from '../src/compose-page.ts';
import { contentOf, type Part, sectionsOf, wholeFile } from '../src/parts.ts';
import { createReader } from '../src/read-source.ts';
import { renderHtml } from '../src/render-html.ts';
import { renderMarkdown } from '../src/render-markdown.ts';
import { rewriteLinks } from '../src/rewrite-links.ts';
import { createLinkFinder, htmlUrlOf } from '../src/site-links.ts';

let folder: string | undefined;
afterEach(async () => {
  if (folder) await rm(folder, { recursive: true });
  folder = undefined;
});

/** Renders pages from files. Returns the HTML of each page and the links that were dropped. */
async function render(files: Record<string, string>, pages: Record<string, Part[]>) {
  folder = await mkdtemp(join(tmpdir(), 'gossamer-docs-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const read = createReader(folder);
  const composed = Object.entries(pages).flatMap(
    ([name, parts]) => composePage({ name, title: name, description: '', parts }, read) ?? [],
  );
  const find = createLinkFinder(composed, read);
  const dropped: string[] = [];
  const nodes = composed.map(({ blocks }) =>
    rewriteLinks(blocks, { find, urlOf: htmlUrlOf, onDrop: (_from, url) => dropped.push(url) }),
  );
  return {
    html: nodes.map(renderHtml),
    dropped,
    markdown: nodes.map((each) => renderMarkdown('T', 'D', each)),
  };
}

const guide = `# Guide

Intro.

## Keys

Text on keys.

### Limits

Few keys.

## Hooks

See [keys](#limits) and [ops](ops/run.md#start), [the code](../src), [scaling](scaling.md).
`;
const run = '# Run\n\nSee [hooks](../guide.md#hooks).\n\n## Start\n\nNow.\n';

describe('parts of a page', () => {
  it('are whole files, sections with their headings, or the content of a section', async () => {
    const { html } = await render(
      { 'guide.md': guide },
      {
        whole: [wholeFile('guide.md', { without: ['Hooks', 'Limits'] })],
        sections: [sectionsOf('guide.md', ['Limits'])],
        content: [contentOf('guide.md', 'Keys')],
      },
    );
    expect(html[0]).toBe('<p>Intro.</p>\n<h2 id="keys"><a href="#keys">Keys</a></h2>\n<p>Text on keys.</p>');
    expect(html[1]).toBe('<h2 id="limits"><a href="#limits">Limits</a></h2>\n<p>Few keys.</p>');
    expect(html[2]).toBe(
      '<p>Text on keys.</p>\n<h2 id="limits"><a href="#limits">Limits</a></h2>\n<p>Few keys.</p>',
    );
  });

  it('may be missing only if they are optional', async () => {
    const files = { 'guide.md': guide };
    expect((await render(files, { a: [wholeFile('none.md', { isOptional: true })] })).html).toEqual([]);
    await expect(render(files, { a: [wholeFile('none.md')] })).rejects.toThrow('none.md does not exist');
    await expect(render(files, { a: [contentOf('guide.md', 'Keyz')] })).rejects.toThrow(
      'guide.md has no section "Keyz"',
    );
  });

  it('contain no HTML and no images, which the site cannot check', async () => {
    const of = (text: string) => render({ 'a.md': text }, { a: [wholeFile('a.md')] });
    await expect(of('# A\n\n<b>bold</b>\n')).rejects.toThrow('does not support HTML');
    await expect(of('# A\n\n![image](a.png)\n')).rejects.toThrow('does not support an image');
    await expect(of('# A\n\n```cobol\nSTOP\n```\n')).rejects.toThrow('does not support code in cobol');
    expect((await of('# A\n\n<!-- comment -->\n\nText.\n')).html).toEqual(['<p>Text.</p>']);
  });
});

describe('links', () => {
  it('lead to the page that contains the section, and are dropped if there is none', async () => {
    const { html, dropped } = await render(
      { 'guide.md': guide, 'ops/run.md': run, 'scaling.md': '# Scaling\n' },
      {
        keys: [sectionsOf('guide.md', ['Keys'])],
        hooks: [contentOf('guide.md', 'Hooks')],
        'ops/run': [wholeFile('ops/run.md')],
      },
    );
    expect(html[1]).toBe(
      '<p>See <a href="/docs/keys#limits">keys</a> and <a href="/docs/ops/run#start">ops</a>, the code, scaling.</p>',
    );
    expect(html[2]).toContain('<a href="/docs/hooks">hooks</a>');
    expect(dropped).toEqual(['../src', 'scaling.md']);
  });

  it('to an anchor that does not exist are rejected', async () => {
    const files = { 'guide.md': guide.replace('#limits', '#limit') };
    await expect(render(files, { a: [wholeFile('guide.md')] })).rejects.toThrow(
      'guide.md has a link to #limit, which guide.md does not have',
    );
  });

  it('to decisions disappear with their parentheses, and are rejected elsewhere', async () => {
    const of = (text: string) => render({ 'a.md': text }, { a: [wholeFile('a.md')] });
    const { html, markdown } = await of(
      'A rule ([0001](decisions/0001-a.md),\n[0002](decisions/0002-b.md)), another (decision [0003](decisions/0003-c.md)).\n',
    );
    expect(html).toEqual(['<p>A rule, another.</p>']);
    expect(markdown[0]).toContain('\nA rule, another.\n');
    await expect(of('See [0001](decisions/0001-a.md).\n')).rejects.toThrow(
      'a.md: put references to decision records in parentheses',
    );
  });
});

describe('examples', () => {
  it('become tabs if several languages follow each other', async () => {
    const text = '**curl**\n\n```sh\ncurl x\n```\n\n**Python** (with `requests`)\n\n```python\nrun()\n```\n';
    const { html } = await render({ 'a.md': text }, { a: [wholeFile('a.md')] });
    expect(html[0]).toMatch(/^<div class="code sample">.*value="curl" checked>.*value="python">/s);
    expect(html[0]).toContain('<div data-language="python"><p class="note">with <code>requests</code></p>');
  });

  it('in one language stay as they are', async () => {
    const { html } = await render({ 'a.md': '**curl**\n\n```sh\ncurl x\n```\n' }, { a: [wholeFile('a.md')] });
    expect(html[0]).toContain('<p><strong>curl</strong></p>');
    expect(html[0]).toContain('<figure class="code"><figcaption class="bar">Shell</figcaption>');
  });
});
