import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Second step of the build: renders every page in every language to `dist/pages/` and lists them in
 * `dist/pages/pages.json`, which the gateway reads. Writes the texts of the pages that the gateway renders for browsers
 * without JavaScript to `plain.json`. Requires the client build in `dist/` and the server build of `src/prerender/` in
 * `node_modules/.prerender/`.
 */
type Renderer = typeof import('../src/prerender/render-page.tsx');
type ManifestEntry = { file: string; imports?: string[]; css?: string[] };

const root = join(import.meta.dirname, '..');
const { isPrivate, locales, pages, plainTexts, renderPage, start }: Renderer = await import(
  join(root, 'node_modules/.prerender/render-page.js')
);
const template = await withInlineStyles(await readFile(join(root, 'dist/index.html'), 'utf8'));
const manifest: Record<string, ManifestEntry> = JSON.parse(
  await readFile(join(root, 'dist/.vite/manifest.json'), 'utf8'),
);

await start();
for (const { code } of locales) {
  await write(`dist/pages/${code}/plain.json`, JSON.stringify(await plainTexts(code)));
  for (const page of pages) {
    const messages = ['common', ...page.namespaces].map((name) => `src/i18n/messages/${code}/${name}.json`);
    const texts = [`src/i18n/message-files/${code}.ts`, ...messages];
    const scripts = codeList(['src/main.tsx', `src/${page.screen}`, ...texts]);
    for (const [variant, search] of [['', ''], ...Object.entries(page.variants ?? {})]) {
      const { htmlAttributes, head, body, withoutScripts } = await renderPage(page, code, search);
      const html = fill(template, [
        ['<html lang="en" dir="ltr">', `<html ${htmlAttributes}>`],
        ['<title>Gossamer</title>', head],
        ['</head>', `${scripts}</head>`],
        ['<div id="root"></div>', `<div id="root">${body}</div>`],
        // Keep the `noscript` element even if it is empty, because the gateway relies on it.
        ['<noscript></noscript>', `<noscript>${withoutScripts}</noscript>`],
      ]);
      await write(`dist/pages/${code}/${[page.name, variant].filter(Boolean).join('.')}.html`, html);
    }
  }
}
const list = pages.map((page) => ({
  name: page.name,
  path: page.path,
  isPrivate: isPrivate(page),
  isSentToMembers: page.isSentToMembers,
  variants: Object.keys(page.variants ?? {}),
}));
await write(
  'dist/pages/pages.json',
  JSON.stringify({ languages: locales.map(({ code }) => code), pages: list }),
);

/** Inlines the style sheet into the HTML, so that the browser can render the page without another request. */
async function withInlineStyles(html: string): Promise<string> {
  const link = /<link rel="stylesheet" crossorigin href="\/(assets\/[\w.-]+\.css)">/;
  const file = link.exec(html)?.[1];
  if (!file) throw new Error('index.html has no style sheet link');
  const styles = await readFile(join(root, 'dist', file), 'utf8');
  return html.replace(link, () => `<style>${styles}</style>`);
}

function fill(html: string, parts: [string, string][]): string {
  return parts.reduce((text, [mark, part]) => {
    if (text.split(mark).length !== 2) throw new Error(`index.html must contain ${mark} exactly once`);
    return text.replace(mark, () => part);
  }, html);
}

/** Returns an HTML element that lists the page's scripts and texts. `src/boot.ts` preloads them in parallel. */
function codeList(sources: string[]): string {
  const files = new Set<string>();
  const add = (key: string) => {
    const entry = manifest[key];
    if (!entry || files.has(entry.file)) return;
    files.add(entry.file);
    for (const imported of entry.imports ?? []) add(imported);
  };
  for (const source of sources) add(source);
  const urls = [...files].map((file) => `/${file}`);
  return `<script type="application/json" id="code">${JSON.stringify(urls)}</script>`;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
