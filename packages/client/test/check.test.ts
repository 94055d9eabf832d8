import { chmod, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@gossamer/testkit/free-port';
import {
  cameraPhoto,
  graphic,
  onePixel,
  photo,
  photoPng,
  photoWebp,
  truncated,
} from '@gossamer/testkit/images';
import { moreFormats } from '@gossamer/testkit/more-formats';
import { decodeInFull } from '@gossamer/testkit/pixels';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { commitAll, git } from './check-repository.ts';
import { type CliOptions, type CliRun, filesBelow, folderOf, gossamer, jsonLines, remove } from './cli.ts';

const installedIn = inject('installedWithEngine');
const size = { widthPx: 160, heightPx: 120 };

let jpeg: Buffer;
let png: Buffer;
let webp: Buffer;
let folder: string;
/** Environment without an API key, in which every request fails. */
let env: Record<string, string>;

beforeAll(async () => {
  jpeg = await photo(size);
  png = await photoPng(size);
  webp = await photoWebp(size);
  env = { GOSSAMER_BASE_URL: `http://127.0.0.1:${await freePort()}` };
});
afterEach(() => remove(folder));

const check = (args: string[] = [], options: Partial<CliOptions> = {}): Promise<CliRun> =>
  gossamer(['check', '--local', ...args], { cwd: folder, installedIn, env, ...options });
const read = (name: string) => readFile(join(folder, name));
const config = (value: object) => ({ 'gossamer.config.json': JSON.stringify(value) });
/** Paths of the reported files, in the order of the report. */
const reported = ({ stdout }: CliRun) =>
  jsonLines(stdout).flatMap(({ type, path }) => (type === 'file' ? [path] : []));

describe('check', () => {
  it('reports images that could be smaller, writes nothing and exits with 3', async () => {
    folder = await folderOf({ 'a.jpg': jpeg, 'deep/b.png': png, 'c.png': await onePixel(), 'd.txt': 'no' });
    const { code, stdout, stderr } = await check();
    expect([code, stderr]).toEqual([3, '']);
    expect(stdout).toMatch(/^a\.jpg: JPEG, 160 × 120, [\d.]+ KB\n {2}[\d.]+ KB \([\d.]+%\) can be saved\n/);
    expect(stdout).toMatch(/^deep\/b\.png: PNG, 160 × 120, /m);
    expect(stdout).not.toContain('c.png');
    expect(stdout).toMatch(
      /^3 images checked, 2 over the budget\. [\d.]+ KB can be saved\. \([\d.]+ s\)\n$/m,
    );
    expect(await filesBelow(folder)).toEqual(['a.jpg', 'c.png', 'd.txt', 'deep/b.png']);
    expect([await read('a.jpg'), await read('deep/b.png')]).toEqual([jpeg, png]);
  });

  it('does not report savings below the minimum, and passes', async () => {
    const settings = { budgets: [{ files: '*.png', minSavedPercent: 99 }], minSavedBytes: 10_000 };
    folder = await folderOf({ 'a.jpg': jpeg, 'b.png': png, ...config(settings) });
    const { code, stdout } = await check();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^2 images checked, none over the budget\. /)]);
  });

  it('passes although images could be smaller, if they are only reported', async () => {
    folder = await folderOf({ 'a.jpg': jpeg, ...config({ failOnSavings: false }) });
    const { code, stdout } = await check();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^a\.jpg: [\s\S]*can be saved\n1 image checked, none over the budget\. /);
  });

  it('fails over the limits of a budget, with one JSON line per image and a total', async () => {
    const { gif } = await moreFormats(size);
    const budgets = [
      { files: '**', maxBytes: 100_000, maxWidthPx: 160 },
      { files: 'small/**', maxBytes: 100, maxWidthPx: 159, maxHeightPx: 119, formats: ['webp', 'avif'] },
    ];
    const camera = await cameraPhoto({ ...size, orientation: 6 });
    const files = { 'a.gif': gif, 'small/b.gif': gif, 'camera.jpg': camera };
    folder = await folderOf({ ...files, ...config({ budgets }) });
    const run = await gossamer(['check', '--json', '--limits-only'], { cwd: folder, env });
    expect([run.code, run.stderr]).toEqual([3, '']);
    const exceeded = [
      { limit: 'maxBytes', allowed: 100, actual: gif.length },
      { limit: 'maxWidthPx', allowed: 159, actual: 160 },
      { limit: 'maxHeightPx', allowed: 119, actual: 120 },
      { limit: 'formats', allowed: ['webp', 'avif'], actual: 'gif' },
    ];
    expect(jsonLines(run.stdout)).toEqual([
      {
        type: 'file',
        path: 'small/b.gif',
        format: 'gif',
        sizeBytes: gif.length,
        widthPx: 160,
        heightPx: 120,
        status: 'checked',
        saving: null,
        exceeded,
      },
      {
        type: 'total',
        images: 3,
        overBudget: 1,
        fixed: 0,
        skipped: 0,
        failed: 0,
        savableBytes: 0,
        savedBytes: 0,
        isEstimate: false,
        durationMs: expect.any(Number),
        isInterrupted: false,
      },
    ]);
  });

  it('reports images that cannot be checked, and exits with 1 although others are over the budget', async () => {
    folder = await folderOf({ 'a.jpg': jpeg, 'b.jpg': truncated(jpeg, 0.3), 'c.png': 'no image' });
    const { code, stdout } = await check();
    expect(code).toBe(1);
    expect(stdout).toMatch(/^b\.jpg: .+ \(corrupt_image\)$/m);
    expect(stdout).toMatch(/^c\.png: .+ \(unsupported_format\)$/m);
    expect(stdout).toContain('1 image checked, 1 over the budget, 2 failed.');
  });

  it('skips pointers of Git LFS and symbolic links', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;
    folder = await folderOf({ 'tree/lfs.png': pointer, 'outside/a.jpg': jpeg, 'tree/real/b.jpg': jpeg });
    await symlink('../outside/a.jpg', join(folder, 'tree/file.jpg'));
    await symlink('../outside', join(folder, 'tree/folder'));
    await symlink('real', join(folder, 'tree/again'));
    const cwd = join(folder, 'tree');
    commitAll(cwd);
    const skipped = { type: 'file', status: 'skipped' };
    const all = await check(['--json', '--fix'], { cwd });
    expect(all.code).toBe(0);
    expect(jsonLines(all.stdout)).toMatchObject([
      { ...skipped, path: 'file.jpg', reason: 'symbolic-link' },
      { ...skipped, path: 'lfs.png', reason: 'git-lfs-pointer' },
      { type: 'file', path: 'real/b.jpg', status: 'fixed' },
      { type: 'total', images: 1, skipped: 2, failed: 0 },
    ]);
    expect(await read('outside/a.jpg')).toEqual(jpeg);
    const named = await check(['folder/a.jpg', '--json', '--fix'], { cwd });
    expect(jsonLines(named.stdout)[0]).toMatchObject({ ...skipped, path: 'folder/a.jpg' });
    expect(await read('outside/a.jpg')).toEqual(jpeg);
  });

  it('loads a configuration in TypeScript', async () => {
    const text = `const percent: number = 99;\nexport default { minSavedPercent: percent };`;
    folder = await folderOf({ 'a.jpg': jpeg, 'gossamer.config.ts': text });
    expect(await check()).toMatchObject({ code: 0, stderr: '' });
    const old = { env: { ...env, NODE_OPTIONS: '--no-strip-types' } };
    expect(await check([], old)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: Node\.js v\S+ cannot load gossamer\.config\.ts\./),
    });
  });

  it.each([
    [['--since', 'nowhere'], 'nowhere is not a commit of this repository.'],
    [['--since', '--output=x'], '--output=x is not a commit of this repository.'],
    [['gone.jpg'], 'gone.jpg does not exist, and matches no image as a glob.'],
    [['../other'], '../other is outside of the working directory.'],
    [['--config', 'broken.json'], 'broken.json is invalid:\n  unknown field "budget". Allowed: '],
    [['--fix', '--limits-only'], "'--fix' cannot be used with option '--limits-only'"],
    [['--base-url', 'http://localhost'], "'--local' cannot be used with option '--base-url"],
  ])('exits with 2 on incorrect usage: %j', async (args, message) => {
    folder = await folderOf({ 'a.jpg': jpeg, 'broken.json': '{ "budget": 1 }' });
    commitAll(folder);
    expect(await check(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });
});

describe('the images that are checked', () => {
  it('are those that git does not ignore, and those that are named', async () => {
    folder = await folderOf({
      'a.jpg': jpeg,
      'untracked/b.jpg': jpeg,
      'dist/c.jpg': jpeg,
      'node_modules/d.jpg': jpeg,
      'test/broken.jpg': 'no image',
      'gone.jpg': jpeg,
      '.gitignore': 'dist/\n',
      ...config({ ignore: ['test/**'] }),
    });
    commitAll(folder);
    await rm(join(folder, 'gone.jpg'));
    await writeFile(join(folder, 'new.JPG'), jpeg);
    expect(reported(await check(['--json']))).toEqual(['a.jpg', 'new.JPG', 'untracked/b.jpg']);
    expect(reported(await check(['dist/c.jpg', 'a.*', '--json']))).toEqual(['a.jpg', 'dist/c.jpg']);
    expect(reported(await check(['untracked', '--json']))).toEqual(['untracked/b.jpg']);
    const below = { cwd: join(folder, 'untracked') };
    expect(reported(await check(['--json'], below))).toEqual(['b.jpg']);
  });

  it('are those that changed since a revision of git, whatever their names', async () => {
    folder = await folderOf({ 'old.jpg': jpeg, 'moved.jpg': jpeg, 'changed.jpg': png, 'deleted.jpg': jpeg });
    commitAll(folder);
    git(folder, 'switch', '--quiet', '--create', 'work');
    const names = ['with space.jpg', 'line\nbreak.jpg', '图 "quoted".jpg', '-dash.jpg', 'a|b.jpg'];
    for (const name of names) await writeFile(join(folder, name), jpeg);
    await rename(join(folder, 'moved.jpg'), join(folder, 'here.jpg'));
    await rm(join(folder, 'deleted.jpg'));
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message=images');
    git(folder, 'switch', '--quiet', 'main');
    await writeFile(join(folder, 'later.jpg'), jpeg);
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message=later');
    git(folder, 'switch', '--quiet', 'work');
    await writeFile(join(folder, 'changed.jpg'), jpeg);
    const run = await check(['--since', 'main', '--json']);
    expect(run.code).toBe(3);
    expect(reported(run)).toEqual([...names, 'here.jpg', 'changed.jpg'].sort());
    expect((await check(['--since', 'main'])).stdout).toContain('line\ufffdbreak.jpg: JPEG');
  });
});

describe('check --fix', () => {
  it.each([85, 60, 30])('is finished after one run with quality %i', async (quality) => {
    const { avif } = await moreFormats({ widthPx: 400, heightPx: 300 });
    const drawing = await graphic({ widthPx: 320, heightPx: 240 });
    const images = { 'a.jpg': jpeg, 'b.png': png, 'c.webp': webp, 'd.png': drawing };
    const files: Record<string, Buffer> = { ...images, ...(quality < 85 && { 'e.avif': avif }) };
    const count = Object.keys(files).length;
    const settings = { compression: { quality }, minSavedPercent: 1, minSavedBytes: 1 };
    folder = await folderOf({ ...files, ...config(settings) });
    await chmod(join(folder, 'a.jpg'), 0o640);
    const fixed = await check(['--fix', '--json']);
    expect([fixed.code, fixed.stderr]).toEqual([0, '']);
    expect(reported(fixed)).toEqual(Object.keys(files));
    const after = new Map<string, Buffer>();
    for (const [name, original] of Object.entries(files)) {
      const bytes = await read(name);
      expect(bytes.length, name).toBeLessThan(original.length);
      const { format, widthPx, heightPx } = await decodeInFull(original);
      expect(await decodeInFull(bytes)).toMatchObject({ format, widthPx, heightPx });
      after.set(name, bytes);
    }
    expect((await stat(join(folder, 'a.jpg'))).mode & 0o777).toBe(0o640);
    expect(jsonLines(fixed.stdout).at(-1)).toMatchObject({ fixed: count, overBudget: 0, savableBytes: 0 });

    expect(await check()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d images checked, none /),
    });
    const again = await check(['--fix', '--json']);
    expect(jsonLines(again.stdout)).toMatchObject([
      { type: 'total', images: count, fixed: 0, savedBytes: 0 },
    ]);
    for (const [name, bytes] of after) expect(await read(name), name).toEqual(bytes);
    expect(await filesBelow(folder)).toHaveLength(count + 1);
  });

  it('compresses a fixed image again only if it was edited or the settings demand more', async () => {
    folder = await folderOf({ 'a.jpg': jpeg, ...config({ minSavedBytes: 1 }) });
    await check(['--fix']);
    const fixed = await read('a.jpg');
    await writeFile(join(folder, 'gossamer.config.json'), '{ "compression": { "quality": 95 } }');
    expect((await check(['--fix'])).stdout).toMatch(/^1 image checked, none/);
    await writeFile(join(folder, 'gossamer.config.json'), '{ "compression": { "resizeWidth": 80 } }');
    expect((await check(['--fix'])).stdout).toMatch(/^a\.jpg: JPEG, 80 × 60, /);
    expect((await check()).code).toBe(0);
    await writeFile(join(folder, 'a.jpg'), Buffer.concat([fixed, Buffer.alloc(5_000)]));
    expect((await check()).code).toBe(3);
  });

  it('brings files below their maximum size, and fails for those that it cannot fix', async () => {
    folder = await folderOf({ 'a.jpg': jpeg });
    await check(['--fix']);
    const sizeBytes = (await read('a.jpg')).length;
    await remove(folder);
    const budgets = [
      { files: '*', minSavedPercent: 100 },
      { files: 'a.jpg', maxBytes: sizeBytes + 10 },
      { files: 'b.png', maxWidthPx: 100 },
      { files: 'c.webp', maxBytes: 100 },
    ];
    folder = await folderOf({ 'a.jpg': jpeg, 'b.png': png, 'c.webp': webp, ...config({ budgets }) });
    const run = await check(['--fix', '--json']);
    expect(run.code).toBe(3);
    expect(jsonLines(run.stdout)).toMatchObject([
      { path: 'a.jpg', status: 'fixed', sizeBytes, exceeded: [] },
      { path: 'b.png', status: 'checked', saving: null, exceeded: [{ limit: 'maxWidthPx' }] },
      { path: 'c.webp', status: 'checked', saving: null, exceeded: [{ limit: 'maxBytes' }] },
      { type: 'total', fixed: 1, overBudget: 2 },
    ]);
    expect([await read('b.png'), await read('c.webp')]).toEqual([png, webp]);
  });
});
