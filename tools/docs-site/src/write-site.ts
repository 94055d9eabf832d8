import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildSite } from './build-site.ts';
import { homeMarkdown, llmsFullText, llmsText } from './llms.ts';
import { buildSearchIndex } from './search-index.ts';

/**
 * Builds the documentation site from the repository at `root` and writes it to the folder `dist`: for each page its content
 * as HTML and as Markdown, the list of pages (`site.json`), the search index, and the texts for language models.
 */
export async function writeSite(root: string, dist: string): Promise<void> {
  const write = async (name: string, text: string) => {
    const path = join(dist, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  const areas = buildSite(root);
  const pages = areas.flatMap(({ groups }) => groups.flatMap((group) => group.pages));
  const fullText = llmsFullText(areas);
  const list = areas.map(({ groups, ...area }) => ({
    ...area,
    groups: groups.map(({ title, pages }) => ({
      title,
      pages: pages.map(({ name, title, description, headings }) => ({ name, title, description, headings })),
    })),
  }));

  await rm(dist, { recursive: true, force: true });
  await write('site.json', JSON.stringify({ areas: list, hasFullText: fullText !== undefined }));
  await write('search-index.json', buildSearchIndex(pages.flatMap(({ passages }) => passages)));
  await write('llms.txt', llmsText(areas, fullText !== undefined));
  if (fullText !== undefined) await write('llms-full.txt', fullText);
  await write('pages/index.md', homeMarkdown(areas));
  for (const { name, html, markdown } of pages) {
    await write(`pages/${name}.html`, html);
    await write(`pages/${name}.md`, markdown);
  }
}
