import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { graphic, photo } from '@gossamer/testkit/images';
import { build, type Plugin } from 'vite';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { Gossamer } from '../src/index.ts';
import { filesBelow, folderOf, remove } from './cli.ts';

const { url: baseUrl, members } = inject('product');
const { apiKey } = members.build;

/** Imports a module of the installed package. */
const installed = (folder: string, name: string) =>
  import(pathToFileURL(join(folder, 'node_modules/gossamer/dist', name)).href);

let jpeg: Buffer;
let png: Buffer;
let folder: string;
/** What the plugins print. */
let output: string[];

beforeAll(async () => {
  jpeg = await photo({ widthPx: 320, heightPx: 240 });
  png = await graphic({ widthPx: 300, heightPx: 200 });
});
beforeEach(() => {
  output = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean(output.push(String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean(output.push(String(text))));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  if (folder) await remove(folder);
});

const projectFiles = () => ({
  'index.html': '<!doctype html><title>Test</title><script type="module" src="/main.js"></script>',
  'main.js': "import url from './harbor.jpg'; document.title = url;",
  'harbor.jpg': jpeg,
  'public/chart.png': png,
  'public/icons/kept.png': png,
  'public/broken.jpg': Buffer.concat([jpeg.subarray(0, 400), Buffer.alloc(300)]),
  'public/text.txt': 'text',
});

describe('the plugin for Vite', () => {
  /** Builds the project and returns the sizes of its images. */
  async function buildWith(plugins: Plugin[]): Promise<Record<string, number>> {
    const customLogger = {
      info: (line: string) => void output.push(line),
      warn: (line: string) => void output.push(line),
      warnOnce: (line: string) => void output.push(line),
      error: (line: string) => void output.push(line),
      clearScreen: () => {},
      hasErrorLogged: () => false,
      hasWarned: false,
    };
    await build({ root: folder, configFile: false, plugins, customLogger, build: { assetsInlineLimit: 0 } });
    const names = (await filesBelow(join(folder, 'dist'))).filter((name) => /\.(jpg|png|txt)$/.test(name));
    const sizes: Record<string, number> = {};
    for (const name of names) {
      const { size } = await stat(join(folder, 'dist', name));
      sizes[name.replace(/-[\w-]{8}(?=\.jpg)/, '')] = size;
    }
    return sizes;
  }

  const pluginOf = async (options: object, from = inject('installedIn')): Promise<Plugin> =>
    (await installed(from, 'vite.js')).gossamer(options);

  it.each(['cloud', 'local'] as const)(
    'compresses the images of a build once, and keeps what it must: %s',
    async (where) => {
      vi.stubEnv('GOSSAMER_API_KEY', where === 'cloud' ? apiKey : undefined);
      vi.stubEnv('GOSSAMER_BASE_URL', where === 'cloud' ? baseUrl : undefined);
      folder = await folderOf(projectFiles());
      const before = await buildWith([]);
      const from = inject(where === 'local' ? 'installedWithEngine' : 'installedIn');
      const plugin = await pluginOf({ local: where === 'local', exclude: ['icons/**'] }, from);
      const after = await buildWith([plugin]);
      expect(Object.keys(after)).toEqual(Object.keys(before));
      expect(after['assets/harbor.jpg']).toBeLessThan(before['assets/harbor.jpg']! * 0.9);
      expect(after['chart.png']).toBeLessThan(before['chart.png']!);
      for (const name of ['icons/kept.png', 'broken.jpg', 'text.txt']) expect(after[name]).toBe(before[name]);
      expect(output.join('\n')).toMatch(/gossamer: broken\.jpg is kept as it is: .+/);
      expect(output.join('\n')).toMatch(/gossamer: 2 images, [\d.]+ KB → [\d.]+ KB \(-\d+%\)$/m);
      // The originals stay as they are.
      expect((await readFile(join(folder, 'public/chart.png'))).equals(png)).toBe(true);
      await remove(join(folder, 'public/broken.jpg'));

      output = [];
      vi.stubEnv('GOSSAMER_API_KEY', undefined);
      const again = await buildWith([await pluginOf({ exclude: ['icons/**'] })]);
      const { 'broken.jpg': _, ...expected } = after;
      expect(again).toEqual(expected);
      expect(output.join('\n')).toMatch(/gossamer: 2 images, .+, 2 from the cache$/m);
    },
  );

  it('fails without an API key, and says how to set it', async () => {
    vi.stubEnv('GOSSAMER_API_KEY', undefined);
    folder = await folderOf(projectFiles());
    await expect(buildWith([await pluginOf({})])).rejects.toThrow(
      /gossamer: missing API key\. Set GOSSAMER_API_KEY/,
    );
  });

  it('repeats an image whose entry in the cache is damaged', async () => {
    vi.stubEnv('GOSSAMER_API_KEY', apiKey);
    vi.stubEnv('GOSSAMER_BASE_URL', baseUrl);
    folder = await folderOf({ ...projectFiles(), 'public/broken.jpg': jpeg });
    const after = await buildWith([await pluginOf({ cacheFolder: 'cache' })]);
    for (const name of await filesBelow(join(folder, 'cache'))) {
      await writeFile(join(folder, 'cache', name), '{"files":[{"format":"jpeg"');
    }
    expect(await buildWith([await pluginOf({ cacheFolder: 'cache' })])).toEqual(after);
    expect(output.at(-1)).not.toContain('from the cache');
  });
});

describe('withGossamer for Next.js', () => {
  const production = 'phase-production-build';

  it('makes the images of the public folder in several widths, and lists them for the loader', async () => {
    vi.stubEnv('GOSSAMER_API_KEY', apiKey);
    vi.stubEnv('GOSSAMER_BASE_URL', baseUrl);
    folder = await folderOf({
      'public/hero banner.jpg': jpeg,
      'public/a/chart.png': png,
      'public/b.txt': '',
    });
    const { withGossamer } = await installed(inject('installedIn'), 'next.js');
    const { createLoader } = await installed(inject('installedIn'), 'next-loader.js');
    const client = new Gossamer({ apiKey, baseUrl });
    const { month } = await client.usage();
    const options = { root: folder, widths: [160, 640] };
    const config = await withGossamer({ basePath: '/shop', trailingSlash: true }, options)(production);
    expect(config).toEqual({
      basePath: '/shop',
      trailingSlash: true,
      images: {
        loader: 'custom',
        loaderFile: './gossamer-loader.js',
        deviceSizes: [160, 640],
        imageSizes: [],
      },
    });
    expect((await client.usage()).month.compressions).toBe(month.compressions + 2);
    const list = JSON.parse(await readFile(join(folder, 'gossamer-images.json'), 'utf8'));
    expect(Object.keys(list.images)).toEqual(['/a/chart.png', '/hero banner.jpg']);
    expect(list.images['/hero banner.jpg']).toEqual({ widths: [160, 320], extension: 'webp' });
    const loader = createLoader(list);
    expect(loader({ src: '/hero banner.jpg', width: 100 })).toBe('/shop/_gossamer/hero%20banner-160w.webp');
    expect(loader({ src: '/hero banner.jpg', width: 640 })).toBe('/shop/_gossamer/hero%20banner-320w.webp');
    expect(loader({ src: '/new.jpg', width: 640 })).toBe('/new.jpg?w=640');
    for (const src of Object.keys(list.images)) {
      for (const width of [160, 640]) {
        const path = decodeURIComponent(loader({ src, width }).replace('/shop/', ''));
        expect((await stat(join(folder, 'public', path))).size).toBeGreaterThan(100);
      }
    }

    output = [];
    vi.stubEnv('GOSSAMER_API_KEY', undefined);
    await remove(join(folder, 'public/a'));
    await withGossamer({ basePath: '/shop' }, options)(production);
    expect(output.join('')).toMatch(/gossamer: 1 image, .+, 1 from the cache\n/);
    expect(await filesBelow(join(folder, 'public/_gossamer'))).toEqual([
      'hero banner-160w.webp',
      'hero banner-320w.webp',
    ]);
  });

  it('does nothing while developing, and rejects widths that cannot be made', async () => {
    folder = await folderOf({ 'public/a.jpg': jpeg });
    const { withGossamer } = await installed(inject('installedIn'), 'next.js');
    await withGossamer({}, { root: folder })('phase-development-server');
    expect(await filesBelow(folder)).toEqual(['public/a.jpg']);
    const wrong = withGossamer({}, { root: folder, widths: [0, 640] })(production);
    await expect(wrong).rejects.toThrow(
      'widths must be 1 to 12 whole numbers from 16 to 16383, but are 0, 640.',
    );
  });
});
