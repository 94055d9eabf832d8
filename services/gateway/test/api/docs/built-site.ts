import { mkdtempSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const page = (name: string, title: string) => ({
  name,
  title,
  description: `What to know about ${title}.`,
  headings: [
    { id: 'first', text: 'First', depth: 2 },
    { id: 'second', text: 'Second & last', depth: 3 },
  ],
});

const areas = [
  {
    name: 'guide',
    title: 'Guide',
    groups: [
      { title: 'Start', pages: [page('quick-start', 'Quick start'), page('api', 'API guide')] },
      { title: 'Reference', pages: [page('security', 'Security')] },
    ],
  },
  {
    name: 'self-hosting',
    title: 'Self-hosting',
    groups: [
      { title: 'Start', pages: [page('self-hosting', 'Run it'), page('self-hosting/deploy', 'Deploying')] },
    ],
  },
];

/**
 * Creates a directory with the structure of a built documentation site (tools/docs-site).
 * @param hasFullText whether there is a file with the Markdown of all pages
 */
export async function builtSite(hasFullText = true): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'gossamer-docs-'));
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  };
  await write('site.json', JSON.stringify({ areas, hasFullText }));
  await write('search-index.json', '{"options":{"fields":["title"]},"index":{}}');
  await write('llms.txt', '# Gossamer\n\n- [Quick start](%ORIGIN%/docs/quick-start.md): first image\n');
  if (hasFullText) await write('llms-full.txt', '# Gossamer\n\nAll of it.\n');
  await write('pages/index.md', '# Documentation\n');
  for (const { name, title } of areas.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages))) {
    await write(
      `pages/${name}.html`,
      `<h2 id="first">First</h2><p>${title} at %ORIGIN%</p><h3 id="second">Second</h3>`,
    );
    await write(`pages/${name}.md`, `# ${title}\n\nText at %ORIGIN%/account.\n`);
  }
  return root;
}
