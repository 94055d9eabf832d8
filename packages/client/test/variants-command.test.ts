import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@gossamer/testkit/free-port';
import { animation, graphicWithAlpha, photo } from '@gossamer/testkit/images';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CliRun, filesBelow, folderOf, gossamer, jsonLines, remove } from './cli.ts';

const { apiKey } = inject('product').members.variants;
const size = { widthPx: 240, heightPx: 160 };
const widths = ['--widths', '60,120,original'];

let jpeg: Buffer;
let folder: string;
/** Environment without an API key, in which every request fails. */
let env: Record<string, string>;

beforeAll(async () => {
  jpeg = await photo(size);
  env = { GOSSAMER_BASE_URL: `http://127.0.0.1:${await freePort()}` };
});
afterEach(() => remove(folder));

/** Runs `gossamer variants` with the local engine, which writes the same files as the API. */
const run = (...args: string[]): Promise<CliRun> =>
  gossamer(['variants', ...args, '--local'], {
    cwd: folder,
    installedIn: inject('installedWithEngine'),
    env,
  });
const read = (name: string) => readFile(join(folder, name));
const written = () => filesBelow(join(folder, 'out'));

describe('gossamer variants', () => {
  it('writes the files and the markup, and prints a table', async () => {
    folder = await folderOf({ 'in/harbor.jpg': jpeg, 'in/logo/a.png': await graphicWithAlpha(size) });
    const { code, stdout, stderr } = await run(
      'in',
      '--out',
      'out',
      '--widths',
      '60,240,999',
      '--public-path',
      '/i',
    );
    expect([code, stderr]).toEqual([0, '']);
    const files = await written();
    expect(files).toEqual(
      expect.arrayContaining([
        'harbor-240w.avif',
        'harbor-240w.jpg',
        'harbor-60w.jpg',
        'harbor.variants.html',
      ]),
    );
    expect(files).toEqual(expect.arrayContaining(['logo/a-240w.png', 'logo/a.variants.html']));
    const html = String(await read('out/harbor.variants.html'));
    const offered = [...html.matchAll(/\/i\/(harbor-\d+w\.\w+) \d+w/g)].map(([, name]) => name);
    expect(offered.sort()).toEqual(files.filter((name) => /^harbor-.*w\./.test(name)));
    expect(stdout).toMatch(/^ +width +AVIF +WebP +JPEG$/m);
    expect(stdout).toMatch(/^ +60 px( +[\d.]+ (bytes|KB)){3}$/m);
    expect(stdout).toContain('  skipped: 999 px (wider than the original)\n');
    expect(stdout).toContain('  markup: out/harbor.variants.html\n');
    expect(stdout).toContain('2 of 2 files done.');
  });

  it('writes the same files through the API', async () => {
    folder = await folderOf({ 'harbor.jpg': jpeg });
    expect((await run('harbor.jpg', '--out', 'out', ...widths)).code).toBe(0);
    const cloud = await gossamer(['variants', 'harbor.jpg', '--out', 'cloud', ...widths], {
      cwd: folder,
      apiKey,
    });
    expect(cloud).toMatchObject({ code: 0, stderr: '' });
    expect(await filesBelow(join(folder, 'cloud'))).toEqual(await written());
    for (const name of await written()) {
      expect(await read(`out/${name}`), name).toEqual(await read(`cloud/${name}`));
    }
  });

  it('writes the chosen kinds of markup with the given texts, or none', async () => {
    folder = await folderOf({ 'a.jpg': jpeg });
    const texts = ['--alt', 'A "harbor"', '--sizes', '50vw', '--densities', '1,2'];
    await run('a.jpg', '--out', 'out', '--widths', '120', ...texts, '--markup', 'html,markdown,next,css');
    const markup = ['css', 'html', 'jsx', 'md'].map((extension) => `a.variants.${extension}`);
    expect((await written()).filter((name) => name.includes('.variants.'))).toEqual(markup);
    const html = String(await read('out/a.variants.html'));
    expect(html).toContain('alt="A &quot;harbor&quot;"');
    expect(html).toContain('sizes="50vw"');
    expect(html).toContain('width="120"');
    await remove(join(folder, 'out'));
    await run('a.jpg', '--out', 'out', '--widths', '120', '--no-markup');
    expect((await written()).filter((name) => name.includes('.variants.'))).toEqual([]);
  });

  it('prints one JSON line per image, and describes all files in the manifest', async () => {
    folder = await folderOf({ 'a.jpg': jpeg });
    const { stdout } = await run(
      'a.jpg',
      '--out',
      'out',
      ...widths,
      '--formats',
      'webp',
      '--json',
      '--manifest',
    );
    const [line, total] = jsonLines(stdout) as [{ variants: { files: { output: string }[] } }, object];
    expect(line).toMatchObject({
      status: 'done',
      output: 'out/a-240w.jpg',
      format: 'jpeg',
      variants: {
        skipped: [],
        markup: ['out/a.variants.html'],
        placeholderUrl: expect.stringMatching(/^data:/),
      },
    });
    expect(total).toMatchObject({ type: 'total', done: 1, failed: 0 });
    const manifest = JSON.parse(String(await read('out/manifest.json'))) as { files: { path: string }[] };
    const paths = line.variants.files.map(({ output }) => output.replace('out/', ''));
    expect(manifest.files.map(({ path }) => path)).toEqual(paths.sort());
  });

  it('skips an image whose fallback exists, and never reads its own results', async () => {
    folder = await folderOf({ 'a.jpg': jpeg });
    const args = ['.', '--out', '.', ...widths];
    expect((await run(...args)).code).toBe(0);
    const before = await filesBelow(folder);
    expect(before).toContain('a.compressed-240w.jpg');
    const again = await run(...args);
    expect(again.stdout).toMatch(/^a\.jpg: skipped, a\.compressed-\d+w\.jpg already exists$/m);
    expect(await filesBelow(folder)).toEqual(before);
    expect((await run(...args, '--overwrite')).stdout).toContain('1 of 1 file done');
  });

  it('never overwrites an original', async () => {
    folder = await folderOf({ 'in/a.jpg': jpeg, 'out/a-240w.jpg': await photo({ ...size, seed: 2 }) });
    const original = await read('out/a-240w.jpg');
    const { code, stderr } = await run('in/a.jpg', 'out/a-240w.jpg', '--out', 'out', ...widths);
    expect([code, stderr]).toEqual([1, expect.stringContaining('(would_overwrite)')]);
    expect(await read('out/a-240w.jpg')).toEqual(original);
  });

  it('reports each image that fails, such as animations, and makes the others', async () => {
    folder = await folderOf({ 'a.webp': await animation(size), 'b.jpg': jpeg });
    await writeFile(join(folder, 'c.jpg'), 'no image');
    const { code, stderr } = await run('.', '--out', 'out', ...widths);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^a\.webp: .+ \(animated_variants\)$/m);
    expect(stderr).toMatch(/^c\.jpg: .+ \(unsupported_format\)$/m);
    expect(await written()).toContain('b-240w.jpg');
  });

  it.each([
    [['a.jpg'], 'Name the folder for the files with --out, or your storage with --deliver-to-list.'],
    [
      ['a.jpg', '--out', 'o', '--widths', '9'],
      'Must be a list of whole numbers from 16 to 16383, or original.',
    ],
    [['a.jpg', '--out', 'o', '--densities', '4'], 'Must be a list of 1, 2, 3, separated by commas.'],
    [['a.jpg', '--out', 'o', '--formats', 'jpeg'], 'Must be a list of avif, jxl, webp'],
    [['a.jpg', '--out', 'o', '--widths', '20,30,50,70,110', '--densities', '1,2,3'], 'result in 14 widths'],
  ])('exits with 2 if it is used incorrectly: %j', async (args, message) => {
    folder = await folderOf({ 'a.jpg': jpeg });
    expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
