import { join } from 'node:path/posix';
import type { ComposedPage } from './compose-page.ts';
import type { Source } from './read-source.ts';

/** Stands for the origin of the service, which the gateway knows only when it runs. */
export const originMark = '%ORIGIN%';

/** Returns the URL path of a page. */
export const pathOf = (name: string): string => `/docs/${name}`;

/** Returns the address of a place on the site or in the product, as a link of a page in Markdown. */
export function markdownUrlOf(path: string, anchor: string): string {
  const file = path.startsWith('/docs/') ? `${path}.md` : path;
  return `${originMark}${htmlUrlOf(file, anchor)}`;
}

/** Returns the address of a place on the site or in the product, as a link of a page in HTML. */
export const htmlUrlOf = (path: string, anchor: string): string => (anchor ? `${path}#${anchor}` : path);

/** What a link of a Markdown file leads to: a URL, a page of the site, or nothing on the site. */
export type Target =
  | { kind: 'url'; url: string }
  | { kind: 'page'; path: string; anchor: string }
  | undefined;

/**
 * Returns a function that finds the target of a link.
 * @throws Error for an anchor that the file does not have
 */
export function createLinkFinder(
  pages: readonly ComposedPage[],
  read: (file: string) => Source | undefined,
): (from: string, url: string) => Target {
  const places = new Map<string, { path: string; anchor: string }>();
  for (const { name, anchors, wholeFiles } of pages) {
    for (const [key, anchor] of anchors) {
      // Links to a file lead to the page that contains the whole file, if there is one.
      if (!places.has(key) || wholeFiles.has(key)) places.set(key, { path: pathOf(name), anchor });
    }
  }
  return (from, url) => {
    if (/^(https?|mailto):/.test(url)) return { kind: 'url', url };
    const [path = '', anchor] = url.split('#');
    const file = path === '' ? from : join(from, '..', path);
    if (anchor !== undefined && read(file)?.slugs.has(anchor) === false) {
      throw new Error(`${from} has a link to #${anchor}, which ${file} does not have`);
    }
    const place = places.get(anchor === undefined ? file : `${file}#${anchor}`);
    return place && { kind: 'page', ...place };
  };
}
