import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Step of the build after prerendering: lists the files that the service worker keeps for offline use. These are all
 * scripts, WebAssembly modules, fonts and small images of the app, and the page /compress.
 */
const root = join(import.meta.dirname, '../dist');
const isKept = /^(assets\/.+\.(js|css|wasm|woff2)|flags\/.+|favicon\.svg|sample-image\.png)$/;
const placeholder = 'self.__WB_MANIFEST';

const paths = (await readdir(root, { recursive: true })).filter((path) => isKept.test(path)).sort();
const files = await Promise.all(
  paths.map(async (path) => ({
    url: `/${path}`,
    // The names of files in `assets` change with their content.
    revision: path.startsWith('assets/') ? null : await revisionOf([path]),
  })),
);
const { languages } = JSON.parse(await readFile(join(root, 'pages/pages.json'), 'utf8')) as {
  languages: string[];
};
const pages = languages.map((language) => `pages/${language}/compress.html`);
const page = { url: '/compress', revision: await revisionOf(pages) };

const path = join(root, 'service-worker.js');
const script = await readFile(path, 'utf8');
if (script.split(placeholder).length !== 2)
  throw new Error(`${path} must contain ${placeholder} exactly once`);
await writeFile(
  path,
  script.replace(placeholder, () => JSON.stringify([page, ...files])),
);

async function revisionOf(paths: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(await readFile(join(root, path)));
  return hash.digest('hex').slice(0, 16);
}
