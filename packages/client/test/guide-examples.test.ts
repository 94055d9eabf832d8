import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { photo } from '@gossamer/testkit/images';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { folderOf, remove } from './cli.ts';
import { type FlakyServer, file, json, startFlakyServer } from './flaky-server.ts';

/**
 * Runs the examples of the API guide, of the recipes and of the pages about moving from other services, for curl, Node.js, PHP,
 * Python and the command line, as readers who copy them do.
 */
const exec = promisify(execFile);
const { url, members } = inject('product');
const installed = join(inject('installedIn'), 'node_modules');
const moves = ['migration/tinypng', 'migration/shortpixel', 'migration/cloudinary'];
const recipes = ['curl', 'php', 'python', 'shops', 'wordpress'].map((name) => `recipes/${name}`);
const pages = ['api', ...moves, ...recipes];

interface Example {
  page: string;
  language: 'sh' | 'js' | 'php' | 'python';
  section: string;
  code: string;
}

/**
 * Whether an example is left out: servers do not end, another test runs the client tinify, exports contain a placeholder
 * for the key, and the guide's Python needs packages.
 */
const isLeftOut = ({ code }: Example) =>
  /createServer|import tinify|import requests|standardwebhooks|gsm_…/.test(code);
const found = await Promise.all(pages.map(examplesIn));
const examples = found.flat().filter((example) => !isLeftOut(example));
/** Code that creates the client, which the other examples use. */
const setup = `import { readFile, writeFile } from 'node:fs/promises';
import { Gossamer } from 'gossamer';
const gossamer = new Gossamer({ apiKey: process.env.GOSSAMER_API_KEY, baseUrl: process.env.GOSSAMER_URL });
`;

let folder: string;
let storage: FlakyServer;
let images: FlakyServer;

/** Functions of WordPress that its recipe calls. A new attachment has the image and one smaller size. */
const wordpress = `<?php
function get_attached_file(int $id): string { return 'photos/harbour.jpg'; }
function add_filter(string $name, callable $filter): void { $GLOBALS['filter'] = $filter; }
`;
const upload = `
$metadata = ['sizes' => ['thumbnail' => ['file' => 'harbour-150x100.jpg', 'filesize' => 1]]];
echo json_encode($filter($metadata, 7));
`;

/** Returns the examples of a page with the headings above them. */
async function examplesIn(page: string): Promise<Example[]> {
  const markdown = await readFile(join(import.meta.dirname, `../../../docs/${page}.md`), 'utf8');
  let section = '';
  return [...markdown.matchAll(/^#+ ([^\n]+)$|^```(sh|js|php|python)\n(.*?)^```$/gms)].flatMap(
    ([, heading, language, code = '']) => {
      if (heading) section = heading;
      return language ? [{ page, section, language: language as Example['language'], code }] : [];
    },
  );
}

beforeAll(async () => {
  const image = await photo({ widthPx: 520, heightPx: 360 });
  const names = ['harbour.jpg', 'passport.jpg', 'photo.jpg'];
  folder = await folderOf(Object.fromEntries(names.map((name) => [name, image])));
  await mkdir(join(folder, 'bin'));
  await symlink(installed, join(folder, 'node_modules'));
  // The command of the installed package, instead of the newest one of the registry.
  await writeFile(
    join(folder, 'bin/npx'),
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${installed}/gossamer/dist/cli.js" "$@"\n`,
    { mode: 0o755 },
  );
  storage = await startFlakyServer([json(200, {})]);
  images = await startFlakyServer([file(image)]);
  await writeFile(join(folder, 'images.txt'), `${images.url}/cup.jpg\n`);
});
afterAll(async () => {
  await Promise.all([storage.close(), images.close()]);
  await remove(folder);
});

/** Writes the folders of images that an example reads, because an earlier example may have replaced them. */
async function writeFolders(): Promise<void> {
  const image = await readFile(join(folder, 'harbour.jpg'));
  for (const name of ['photos', 'wp-content/uploads']) {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'harbour.jpg'), image);
  }
  await writeFile(join(folder, 'photos/harbour-150x100.jpg'), await photo({ widthPx: 150, heightPx: 100 }));
}

async function run({ page, language, code }: Example) {
  await writeFolders();
  const text = code.replaceAll('https://images.example.com', images.url);
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    GOSSAMER_URL: url,
    GOSSAMER_BASE_URL: url,
    GOSSAMER_API_KEY: members.guide.apiKey,
    PRESIGNED_URL: `${storage.url}/harbour.webp?X-Amz-Signature=1`,
    PRESIGNED_WEBP_URL: `${storage.url}/harbour-400w.webp?X-Amz-Signature=1`,
    PRESIGNED_JPEG_URL: `${storage.url}/harbour-400w.jpg?X-Amz-Signature=1`,
  };
  const options = { cwd: folder, env };
  if (language === 'python') return exec('python3', ['-c', text], options);
  if (language === 'php') return exec('php', [await writePhp(page, text)], options);
  if (language === 'sh') {
    // Report errors of the API, which curl otherwise ignores.
    const strict = text.replaceAll(/\bcurl (?!-s|--fail)/g, 'curl --fail-with-body ');
    return exec('sh', ['-e', '-c', strict], options);
  }
  const script = code.includes('new Gossamer') ? text : `${setup}${text}`;
  return exec(process.execPath, ['--input-type=module', '-e', script], options);
}

/** Writes the file of a PHP example and returns its path. The plugin for WordPress also gets what its page names. */
async function writePhp(page: string, code: string): Promise<string> {
  const path = join(folder, 'example.php');
  const functions = examples.find((example) => example.page === 'recipes/php')?.code ?? '';
  const isPlugin = page === 'recipes/wordpress';
  const parts = isPlugin ? [wordpress, functions.replace('<?php', ''), code, upload] : [code];
  await writeFile(path, parts.join(''));
  return path;
}

describe('the recipes', () => {
  it('write smaller files where they say', async () => {
    const { size } = await stat(join(folder, 'harbour.jpg'));
    const files = {
      curl: 'small/harbour.jpg',
      python: 'small/harbour.jpg',
      php: 'small.jpg',
      shops: 'ready/cup.webp',
      wordpress: 'wp-content/uploads/harbour.jpg',
    };
    for (const [page, name] of Object.entries(files)) {
      await rm(join(folder, 'small'), { recursive: true, force: true });
      await run(examples.find((example) => example.page === `recipes/${page}`)!);
      const { size: after } = await stat(join(folder, name));
      expect(after, page).toBeGreaterThan(100);
      expect(after, page).toBeLessThan(size);
    }
  });

  it('replace each new image of WordPress and its sizes', async () => {
    const plugin = examples.find(({ page, language }) => page === 'recipes/wordpress' && language === 'php');
    const { stdout } = await run(plugin!);
    const sizeOf = async (name: string) => (await stat(join(folder, 'photos', name))).size;
    const [whole, small] = [await sizeOf('harbour.jpg'), await sizeOf('harbour-150x100.jpg')];
    expect(JSON.parse(stdout)).toMatchObject({
      filesize: whole,
      sizes: { thumbnail: { file: 'harbour-150x100.jpg', filesize: small } },
    });
    expect(whole).toBeLessThan((await stat(join(folder, 'harbour.jpg'))).size);
  });
});

describe('the examples of the documentation', () => {
  it('are found in most sections', () => {
    expect(new Set(examples.map(({ section }) => section)).size).toBeGreaterThan(15);
    expect(examples.filter(({ language }) => language === 'js').length).toBeGreaterThan(11);
  });

  it.each(
    examples.map((example, index) => ({
      ...example,
      name: `${index + 1} in ${example.section} (${example.language})`,
    })),
  )('run: $name', async (example) => {
    const { stdout, stderr } = await run(example);
    expect(stdout).not.toContain('undefined');
    expect(stderr).not.toMatch(/warning|error/i);
  });
});
