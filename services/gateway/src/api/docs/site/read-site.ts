import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** List of pages that the build of the documentation site writes (tools/docs-site/src/build.ts). */
const siteFile = z.object({
  areas: z.array(
    z.object({
      name: z.enum(['guide', 'self-hosting']),
      title: z.string(),
      groups: z.array(
        z.object({
          title: z.string(),
          pages: z.array(
            z.object({
              /** Path below `/docs/`. */
              name: z.string().regex(/^[a-z\d-]+(\/[a-z\d-]+)*$/),
              title: z.string(),
              description: z.string(),
              headings: z.array(z.object({ id: z.string(), text: z.string(), depth: z.number() })),
            }),
          ),
        }),
      ),
    }),
  ),
  hasFullText: z.boolean(),
});

export type SiteArea = z.infer<typeof siteFile>['areas'][number];
type ListedPage = SiteArea['groups'][number]['pages'][number];

/** A page of the documentation site: its content without the layout. */
export interface SitePage extends ListedPage {
  path: string;
  area: SiteArea;
  /** Title of the page's group in the navigation. */
  group: string;
  html: string;
  markdown: string;
}

export interface Site {
  areas: SiteArea[];
  /** All pages, in the order of the navigation. */
  pages: SitePage[];
  /** List of all pages, in Markdown. */
  indexMarkdown: string;
  searchIndex: string;
  llmsText: string;
  /** Markdown of all pages, if it is small enough for language models. */
  llmsFullText: string | undefined;
}

/** Stands for the origin of the service in built files. */
const originMark = '%ORIGIN%';

/**
 * Reads the built documentation site and inserts the origin of the service.
 * @throws if the site was not built
 */
export async function readSite(root: string, origin: string): Promise<Site> {
  const read = async (name: string) =>
    (await readFile(join(root, name), 'utf8')).replaceAll(originMark, origin);
  const { areas, hasFullText } = siteFile.parse(JSON.parse(await read('site.json')));
  const listed = areas.flatMap((area) =>
    area.groups.flatMap(({ title, pages }) => pages.map((page) => ({ ...page, area, group: title }))),
  );
  const pages = listed.map(async (page) => ({
    ...page,
    path: `/docs/${page.name}`,
    html: await read(`pages/${page.name}.html`),
    markdown: await read(`pages/${page.name}.md`),
  }));
  return {
    areas,
    pages: await Promise.all(pages),
    indexMarkdown: await read('pages/index.md'),
    searchIndex: await read('search-index.json'),
    llmsText: await read('llms.txt'),
    llmsFullText: hasFullText ? await read('llms-full.txt') : undefined,
  };
}

/** Returns the paths of the documentation's pages that search engines may list. */
export const documentationPaths = (site: Site | undefined): string[] => [
  ...(site ? ['/docs', ...site.pages.map(({ path }) => path)] : []),
  '/api/docs',
  '/api/docs/errors',
];
