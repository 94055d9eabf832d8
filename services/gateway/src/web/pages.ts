import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { type LocaleCode, locales } from '@gossamer/contracts/locales';
import { z } from 'zod';

/** Schema of the list of prerendered pages in the web app's build. The page without a path is the 404 page. */
const pageList = z.object({
  pages: z.array(
    z.object({
      name: z.string().regex(/^[\w-]+$/),
      /** URL path of the page; `:code` matches any path segment, as in a route. */
      path: z.string().startsWith('/').optional(),
      /** True if search engines must not list the page. */
      isPrivate: z.boolean().default(false),
      /** Whether members get the prerendered content, without the parts that are only for visitors. */
      isSentToMembers: z.boolean().default(false),
      /** Names of prerendered page variants in addition to the default. */
      variants: z.array(z.string().regex(/^\w+$/)).default([]),
    }),
  ),
});

export interface Pages {
  /** URL paths of all pages. `:code` matches any path segment. */
  paths: string[];
  /** URL paths of the pages that search engines may list. */
  publicPaths: string[];
  /**
   * Returns the page for a path in the given language and, if it exists, the given variant. Returns the 404 page for
   * unknown paths.
   */
  find: (path: string, language: LocaleCode, variant?: string) => Page;
  /** Returns whether members get the prerendered content of a page. */
  isSentToMembers: (path: string) => boolean;
}

/** A page as prerendered by the build. */
export interface Page {
  /** Cache key that identifies the page. */
  key: string;
  html(): string;
}

const pack = promisify<string, { level: number }, Buffer>(gzip);

/** Markup before and after the prerendered content of a page (apps/web/index.html). */
const rootStart = '<div id="root">';
const afterRoot = '<noscript>';

/**
 * Reads the prerendered pages into memory and inserts the URL of the service. The pages are kept compressed, because as
 * strings they would take 40 MB of the heap, and a larger heap accumulates more garbage.
 * @throws if the web app was not built
 */
export async function readPages(webRoot: string, origin: string): Promise<Pages> {
  const root = join(webRoot, 'pages');
  const { pages } = pageList.parse(JSON.parse(await readFile(join(root, 'pages.json'), 'utf8')));
  const pathOf = pathFinder(pages.flatMap(({ path }) => path ?? []));
  const forMembers = new Set(pages.flatMap(({ path, isSentToMembers }) => (isSentToMembers ? [path] : [])));
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
      throw new Error(`page not found: ${path} in ${language}`);
    },
    isSentToMembers: (path) => forMembers.has(pathOf(path)),
  };
}

const keyOf = (language: LocaleCode, path = '', variant = '') => `${language} ${path} ${variant}`;

/** Returns a function that maps a URL path to the matching listed path, or to itself if none matches. */
function pathFinder(paths: string[]): (address: string) => string {
  const withParts = paths
    .filter((path) => path.includes(':'))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }));
  return (address) => withParts.find(({ pattern }) => pattern.test(address))?.path ?? address;
}

/**
 * Marks a prerendered page as a member's page, so that its header and other parts for visitors stay hidden until the app
 * renders the page for members.
 */
export function markMembersPage(html: string): string {
  return html.replace(rootStart, `${rootStart}<i data-members-page hidden></i>`);
}

/**
 * Returns a page without its prerendered content.
 * @throws if the page has no root element or the end of the element cannot be found
 */
export function emptied(html: string): string {
  const start = html.indexOf(rootStart);
  const end = html.lastIndexOf('</div>', html.lastIndexOf(afterRoot));
  if (start < 0 || end < start) throw new Error('a page of the web app has no root element');
  return html.slice(0, start + rootStart.length) + html.slice(end);
}
