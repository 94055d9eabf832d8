import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocaleCode, locales } from '@gossamer/contracts/locales';
import { z } from 'zod';

/** What the build of the web app says it has rendered; the page without a path stands for unknown addresses. */
const pageList = z.object({
  pages: z.array(z.object({ name: z.string().regex(/^\w+$/), path: z.string().startsWith('/').optional() })),
});

export interface Pages {
  /** Addresses that have a page. */
  paths: string[];
  /** The page of an address in a language; for other addresses the one that says so. */
  html: (path: string, language: LocaleCode) => string;
}

/** Reads the rendered pages into memory, some 90 KB each, with the service's address in them. @throws when the web app was not built */
export async function readPages(webRoot: string, origin: string): Promise<Pages> {
  const root = join(webRoot, 'pages');
  const { pages } = pageList.parse(JSON.parse(await readFile(join(root, 'pages.json'), 'utf8')));
  const texts = new Map<string, string>();
  for (const { code } of locales) {
    for (const { name, path } of pages) {
      const html = await readFile(join(root, code, `${name}.html`), 'utf8');
      texts.set(`${code} ${path ?? ''}`, html.replaceAll('%ORIGIN%', origin));
    }
  }
  return {
    paths: pages.flatMap(({ path }) => path ?? []),
    html: (path, language) => {
      const html = texts.get(`${language} ${path}`) ?? texts.get(`${language} `);
      if (html === undefined) throw new Error(`There is no page for ${path} in ${language}`);
      return html;
    },
  };
}
