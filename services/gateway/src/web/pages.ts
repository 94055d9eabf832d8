import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { type LocaleCode, locales } from '@gossamer/contracts/locales';
import { z } from 'zod';

/** What the build of the web app says it has rendered; the page without a path stands for unknown addresses. */
const pageList = z.object({
  pages: z.array(
    z.object({
      name: z.string().regex(/^\w+$/),
      /** `:code` stands for any part of an address, as in a route. */
      path: z.string().startsWith('/').optional(),
      /** Nothing for search engines. */
      isPrivate: z.boolean().default(false),
      /** Its content is members' own from the first moment, all but the header. */
      isForMembers: z.boolean().default(false),
      /** Other states that the page is rendered in, by name. */
      variants: z.array(z.string().regex(/^\w+$/)).default([]),
    }),
  ),
});

export interface Pages {
  /** Addresses that have a page; `:code` in one stands for any part. */
  paths: string[];
  /** Those among them that search engines may list. */
  publicPaths: string[];
  /** Returns the page of a path in a language, in a variant if it has that one; for unknown paths the page that says so. */
  find: (path: string, language: LocaleCode, variant?: string) => Page;
  /** Whether the page of an address shows members what it shows visitors, all but the header. */
  isForMembers: (path: string) => boolean;
}

/** A page as the build has rendered it. */
export interface Page {
  /** Stands for the page; there are as many as there are pages. */
  key: string;
  html(): string;
}

const pack = promisify<string, { level: number }, Buffer>(gzip);

/** What stands around the drawn part of a page (apps/web/index.html). */
const rootStart = '<div id="root">';
const afterRoot = '<noscript>';

/**
 * Reads the rendered pages into memory, with the service's address in them: packed, since as strings they are 40 MB of
 * the heap, whose size says how much garbage may gather.
 * @throws when the web app was not built
 */
export async function readPages(webRoot: string, origin: string): Promise<Pages> {
  const root = join(webRoot, 'pages');
  const { pages } = pageList.parse(JSON.parse(await readFile(join(root, 'pages.json'), 'utf8')));
  const pathOf = pathFinder(pages.flatMap(({ path }) => path ?? []));
  const forMembers = new Set(pages.flatMap(({ path, isForMembers }) => (isForMembers ? [path] : [])));
  const packed = new Map<string, Buffer>();
  for (const { code } of locales) {
    for (const { name, path, variants } of pages) {
      for (const variant of ['', ...variants]) {
        const text = await readFile(
          join(root, code, `${variant ? `${name}.${variant}` : name}.html`),
          'utf8',
        );
        emptied(text);
        packed.set(keyOf(code, path, variant), await pack(text.replaceAll('%ORIGIN%', origin), { level: 1 }));
      }
    }
  }
  return {
    paths: pages.flatMap(({ path }) => path ?? []),
    publicPaths: pages.flatMap(({ path, isPrivate }) => (isPrivate ? [] : (path ?? []))),
    find: (path, language, variant) => {
      const known = pathOf(path);
      const keys = [keyOf(language, known, variant), keyOf(language, known), keyOf(language)];
      for (const key of keys) {
        const html = packed.get(key);
        if (html) return { key, html: () => gunzipSync(html).toString() };
      }
      throw new Error(`There is no page for ${path} in ${language}`);
    },
    isForMembers: (path) => forMembers.has(pathOf(path)),
  };
}

const keyOf = (language: LocaleCode, path = '', variant = '') => `${language} ${path} ${variant}`;

/** The path of the list that an address belongs to; an address that belongs to none is its own. */
function pathFinder(paths: string[]): (address: string) => string {
  const withParts = paths
    .filter((path) => path.includes(':'))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }));
  return (address) => withParts.find(({ pattern }) => pattern.test(address))?.path ?? address;
}

/** A page as a member sees it before its code: without the visitors' header (`shell.css` of the web app). */
export function withoutHeader(html: string): string {
  return html.replace(rootStart, `${rootStart}<i data-members-page hidden></i>`);
}

/** A page with nothing drawn in it yet. @throws when it has no root, or its end cannot be told */
export function emptied(html: string): string {
  const start = html.indexOf(rootStart);
  const end = html.lastIndexOf('</div>', html.lastIndexOf(afterRoot));
  if (start < 0 || end < start) throw new Error('A page of the web app has no root');
  return html.slice(0, start + rootStart.length) + html.slice(end);
}
