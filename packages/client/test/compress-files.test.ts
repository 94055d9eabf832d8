import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { graphic, photo } from '@gossamer/testkit/images';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Gossamer } from '../src/index.ts';
import { type CliRun, filesBelow, folderOf, gossamer, remove } from './cli.ts';

const { url: baseUrl, members } = inject('product');
const { apiKey } = members.files;

let jpeg: Buffer;
let png: Buffer;
let folder: string;

beforeAll(async () => {
  jpeg = await photo({ widthPx: 160, heightPx: 120 });
  png = await graphic({ widthPx: 160, heightPx: 120 });
});
afterEach(() => remove(folder));

const run = (...args: string[]): Promise<CliRun> => gossamer(['compress', ...args], { cwd: folder, apiKey });
const read = (name: string) => readFile(join(folder, name));
const formatOf = (bytes: Buffer) =>
  bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : bytes[0] === 0xff ? 'jpeg' : 'png';

describe('a folder', () => {
  it('keeps its structure in the output, and only its images are compressed', async () => {
    folder = await folderOf({
      'in/a.jpg': jpeg,
      'in/deep/er/b.PNG': png,
      'in/deep/notes.txt': 'text',
      'in/.hidden/c.jpg': jpeg,
      'in/node_modules/d.jpg': jpeg,
      'in/e.svg': '<svg/>',
      'in/out/earlier.jpg': jpeg,
    });
    const { code, stdout, stderr } = await run('in', '--out', 'in/out');
    expect([code, stderr]).toEqual([0, '']);
    const made = (await filesBelow(join(folder, 'in/out'))).filter((name) => name !== 'earlier.jpg');
    expect(made).toEqual([
      expect.stringMatching(/^a\.(webp|jpg)$/),
      expect.stringMatching(/^deep\/er\/b\.\w+$/),
    ]);
    expect(await read('in/a.jpg')).toEqual(jpeg);
    expect((await read(`in/out/${made[0]}`)).length).toBeLessThan(jpeg.length);
    expect(stdout).toMatch(/^in\/a\.jpg → in\/out\/a\.\w+: [\d.]+ KB → [\d.]+ (KB|bytes) \(-[\d.]+%\)$/m);
    expect(stdout).toMatch(/^2 of 2 files done\. .* → .* \(-[\d.]+%\) in \d+\.\d s\.$/m);
  });

  it('is searched once despite circular symbolic links, and may contain a broken link', async () => {
    folder = await folderOf({ 'in/a.jpg': jpeg });
    await symlink('..', join(folder, 'in/again'));
    await symlink('a.jpg', join(folder, 'in/same.jpg'));
    await symlink('nowhere', join(folder, 'in/lost.jpg'));
    await symlink('nowhere', join(folder, 'in/lost.txt'));
    const { code, stderr } = await run('in', '--out', 'out');
    expect(code).toBe(1);
    expect(stderr).toBe('in/lost.jpg: File not found. (ENOENT)\n');
    expect(await filesBelow(join(folder, 'out'))).toHaveLength(1);
  });

  it('results in a message, not in an error, if it contains no images', async () => {
    folder = await folderOf({ 'in/notes.txt': 'text' });
    expect(await run('in')).toEqual({ code: 0, stdout: 'No images to compress.\n', stderr: '' });
  });
});

describe('results', () => {
  it('are written next to the originals, and are neither compressed again nor overwritten', async () => {
    folder = await folderOf({ 'photo.jpg': jpeg });
    await run('.', '--format', 'webp');
    expect(await filesBelow(folder)).toEqual(['photo.compressed.webp', 'photo.jpg']);
    const before = await stat(join(folder, 'photo.compressed.webp'));
    const again = await run('.');
    expect(again.stdout).toContain('photo.jpg: skipped, photo.compressed.webp already exists');
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 of 1 file done, 1 skipped.'),
    });
    const overwritten = await run('.', '--format', 'webp', '--overwrite', '--quality', '30');
    expect(overwritten.stdout).toContain('1 of 1 file done.');
    expect((await stat(join(folder, 'photo.compressed.webp'))).size).toBeLessThan(before.size);
    expect(await read('photo.jpg')).toEqual(jpeg);
  });

  it('replace the originals on request, in the same format', async () => {
    folder = await folderOf({ 'a.jpg': jpeg, 'b.png': png, 'misnamed.png': jpeg, 'c.heic': isoFile() });
    await chmod(join(folder, 'a.jpg'), 0o640);
    const { code, stderr } = await run('.', '--in-place', '--quality', '50');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^c\.heic: .*cannot be replaced.* \(invalid_format\)\n$/),
    ]);
    expect(await filesBelow(folder)).toEqual(['a.jpg', 'b.png', 'c.heic', 'misnamed.png']);
    const formats = [await read('a.jpg'), await read('b.png'), await read('misnamed.png')].map(formatOf);
    expect(formats).toEqual(['jpeg', 'png', 'jpeg']);
    expect((await read('a.jpg')).length).toBeLessThan(jpeg.length);
    expect((await stat(join(folder, 'a.jpg'))).mode & 0o777).toBe(0o640);
  });

  it('get distinct file names if their names would collide', async () => {
    folder = await folderOf({
      'a/x.jpg': jpeg,
      'a/x.png': png,
      'b/X.jpg': await photo({ widthPx: 80, heightPx: 60 }),
    });
    const { code } = await run('a', 'b', '--out', 'out', '--format', 'webp');
    expect(code).toBe(0);
    expect(await filesBelow(join(folder, 'out'))).toEqual(['X-3.webp', 'x-2.webp', 'x.webp']);
  });

  it('never overwrite an original unless in-place replacement is requested', async () => {
    folder = await folderOf({ 'x.jpg': jpeg, 'a/x.jpg': await photo({ widthPx: 80, heightPx: 60 }) });
    const [one, other] = [await read('x.jpg'), await read('a/x.jpg')];
    const flags = ['--format', 'jpeg', '--overwrite'];
    const sameFolder = await run('a', '--out', 'a', ...flags);
    expect(sameFolder.code).toBe(0);
    const across = await run('a/x.jpg', 'x.jpg', '--out', '.', ...flags);
    expect(across).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('a/x.jpg: The result would overwrite'),
    });
    expect([await read('x.jpg'), await read('a/x.jpg')]).toEqual([one, other]);
    expect(await filesBelow(folder)).toEqual(['a/x.compressed.jpg', 'a/x.jpg', 'x.compressed.jpg', 'x.jpg']);
  });

  it('reflect the command-line options', async () => {
    folder = await folderOf({ 'a.jpg': jpeg });
    const flags = [
      '--width',
      '40',
      '--height',
      '40',
      '--filter',
      'grayscale',
      '--quality',
      '60',
      '--format',
      'png',
      '--max-size',
      '20KB',
      '--min-size',
      '0.2KB',
      '--on-unreachable',
      'fail',
    ];
    expect((await run('a.jpg', ...flags)).code).toBe(0);
    const jobs = new Gossamer({ apiKey, baseUrl }).list({ pageSize: 1 });
    const { value: job } = await jobs.next();
    expect(job).toMatchObject({
      filename: 'a.jpg',
      options: {
        quality: 60,
        format: 'png',
        filter: 'grayscale',
        resizeWidth: 40,
        resizeHeight: 40,
        maxBytes: 20_000,
        minBytes: 204,
        onUnreachable: 'fail',
      },
      result: { widthPx: 40, heightPx: 30 },
    });
  });
});

describe('paths', () => {
  it('may be globs, contain brackets or non-ASCII characters, and refer to a file twice', async () => {
    folder = await folderOf({
      'in/a [1].jpg': jpeg,
      'in/b.png': png,
      'in/c.txt': 'text',
      'in/deep/Größe 図 🙂.png': png,
    });
    const { code, stdout } = await run(
      'in/**/*',
      './in/b.png',
      'in/a [1].jpg',
      '--out',
      'out',
      '--format',
      'webp',
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining('3 of 3 files done')]);
    expect(await filesBelow(join(folder, 'out'))).toEqual(['a [1].webp', 'b.webp', 'deep/Größe 図 🙂.webp']);
  });

  it('are reported with a reason if they fail, and the others are still processed', async () => {
    folder = await folderOf({
      'a.jpg': jpeg,
      'empty.jpg': '',
      'secrets.env': 'TOKEN=1',
      'text.jpg': 'no image',
    });
    const unreadable = await makeUnreadable(join(folder, 'locked.jpg'));
    const paths = [
      'gone.jpg',
      '*.tiff',
      'empty.jpg',
      'secrets.env',
      'text.jpg',
      unreadable,
      'a.jpg',
      'a.jpg/b.jpg',
    ];
    const { code, stdout, stderr } = await run(...paths, '--out', 'out');
    expect(code).toBe(1);
    expect(stderr.trim().split('\n').sort()).toEqual([
      '*.tiff: No image matches this pattern. (ENOENT)',
      'a.jpg/b.jpg: Part of the path is a file, not a folder. (ENOTDIR)',
      'empty.jpg: The file is empty. (empty_file)',
      'gone.jpg: File not found. (ENOENT)',
      `${unreadable}: Permission denied. (EACCES)`,
      'secrets.env: This is not a JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF or BMP image, nor a JPEG XL archive. (unsupported_format)',
      'text.jpg: This is not a JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF or BMP image, nor a JPEG XL archive. (unsupported_format)',
    ]);
    expect(stdout).toContain('1 of 8 files done, 7 failed.');
  });

  it('are printed without control characters', async () => {
    folder = await folderOf({ 'a\u001b[2J\u202e.jpg': 'no image' });
    const { stderr } = await run('.');
    expect(stderr).toContain('a\ufffd[2J\ufffd.jpg: This is not a JPEG');
  });

  it('cause an error and leave no partial files if they are not writable', async () => {
    folder = await folderOf({ 'a.jpg': jpeg, out: 'a file' });
    const { code, stderr } = await run('a.jpg', '--out', 'out');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^a\.jpg: .* \((EEXIST|ENOTDIR)\)\n$/)]);
    expect(await filesBelow(folder)).toEqual(['a.jpg', 'out']);
    await mkdir(join(folder, 'a.compressed.webp/full'), { recursive: true });
    const blocked = await run('a.jpg', '--overwrite', '--format', 'webp');
    expect([blocked.code, blocked.stderr]).toEqual([1, 'a.jpg: This is a folder, not a file. (EISDIR)\n']);
    expect(await filesBelow(folder)).toEqual(['a.jpg', 'out']);
  });
});

/** Returns the beginning of an ISO base media file that identifies the file as HEIC. */
const isoFile = () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1');

/**
 * Creates a file that this user cannot read. As root, links to a write-only kernel file, because root can read all
 * regular files.
 */
async function makeUnreadable(path: string): Promise<string> {
  if (process.getuid?.() === 0) await symlink('/proc/sys/vm/compact_memory', path);
  else await writeFile(path, jpeg, { mode: 0 });
  return 'locked.jpg';
}
