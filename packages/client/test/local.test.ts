import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readFile, realpath, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { engineProcessesOf } from '@gossamer/testkit/engine-processes';
import { freePort } from '@gossamer/testkit/free-port';
import { cameraPhoto, graphicWithAlpha, noise, photo, photoPng, truncated } from '@gossamer/testkit/images';
import { moreFormats } from '@gossamer/testkit/more-formats';
import { settingsTable } from '@gossamer/testkit/settings-table';
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Gossamer } from '../src/index.ts';
import { type CliOptions, type CliRun, filesBelow, folderOf, gossamer, jsonLines, remove } from './cli.ts';

const { url: baseUrl, members } = inject('product');
const { apiKey } = members.local;
const installedIn = inject('installedWithEngine');
const size = { widthPx: 160, heightPx: 120 };
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let jpeg: Buffer;
let folder: string;
/** Environment without an API key, in which every request fails. */
let env: Record<string, string>;

beforeAll(async () => {
  jpeg = await photo(size);
  env = { GOSSAMER_BASE_URL: `http://127.0.0.1:${await freePort()}` };
});
afterEach(() => remove(folder));

const run = (args: string[], options: Partial<CliOptions> = {}): Promise<CliRun> =>
  gossamer([...args, '--local'], { cwd: folder, installedIn, env, ...options });
const read = (name: string) => readFile(join(folder, name));

describe('compress --local', () => {
  it('writes the same files as the API, without a key and without a request', async () => {
    const { animatedGif, bmp } = await moreFormats(size);
    const camera = await cameraPhoto({ ...size, orientation: 6 });
    const files = {
      'a.jpg': jpeg,
      'b.png': await graphicWithAlpha(size),
      'c/d.gif': animatedGif,
      'e.bmp': bmp,
    };
    folder = await folderOf(
      Object.fromEntries(
        Object.entries({ ...files, 'f.jpg': camera }).map(([name, bytes]) => [`in/${name}`, bytes]),
      ),
    );
    expect(await run(['compress', 'in', '--out', 'local'])).toMatchObject({ code: 0, stderr: '' });
    expect((await gossamer(['compress', 'in', '--out', 'cloud'], { cwd: folder, apiKey })).code).toBe(0);
    const names = await filesBelow(join(folder, 'local'));
    expect(names).toEqual(await filesBelow(join(folder, 'cloud')));
    expect(names).toHaveLength(5);
    for (const name of names) {
      expect(sha256Of(await read(`local/${name}`)), name).toBe(sha256Of(await read(`cloud/${name}`)));
    }
  });

  it.each(Object.entries(settingsTable))(
    'applies the setting %s like the API',
    async (_, { command = 'compress', cli, options }) => {
      folder = await folderOf({ 'a.jpg': jpeg });
      const { code, stderr } = await run([command, 'a.jpg', '--out', 'out', ...cli]);
      expect([code, stderr]).toEqual([0, '']);
      const images = (await filesBelow(join(folder, 'out'))).filter((name) => !name.endsWith('.html'));
      const { result } = await new Gossamer({ apiKey, baseUrl }).compress(jpeg, options);
      const hashes = await Promise.all(images.map(async (name) => sha256Of(await read(`out/${name}`))));
      const files = result.variants?.files ?? [result];
      expect(hashes.sort()).toEqual(files.map(({ sha256 }) => sha256).sort());
    },
  );

  it('reports the exact size of the result with --dry-run, and writes nothing', async () => {
    folder = await folderOf({ 'a.jpg': jpeg });
    const estimated = await run(['compress', 'a.jpg', '--dry-run', '--json']);
    expect(estimated.code).toBe(0);
    expect(await filesBelow(folder)).toEqual(['a.jpg']);
    await run(['compress', 'a.jpg', '--out', 'out']);
    const [name = ''] = await filesBelow(join(folder, 'out'));
    expect(jsonLines(estimated.stdout)[0]).toMatchObject({
      status: 'estimated',
      resultBytes: (await read(`out/${name}`)).length,
      isReused: false,
    });
  });

  it('replaces files in place and skips existing results', async () => {
    folder = await folderOf({ 'a.jpg': jpeg });
    await chmod(join(folder, 'a.jpg'), 0o640);
    expect((await run(['compress', 'a.jpg', '--format', 'webp'])).code).toBe(0);
    const again = await run(['compress', 'a.jpg', '--format', 'webp']);
    expect(again.stdout).toContain('a.jpg: skipped, a.compressed.webp already exists');
    expect((await run(['compress', 'a.jpg', '--in-place', '--quality', '50', '--quiet'])).stdout).toBe('');
    expect((await read('a.jpg')).length).toBeLessThan(jpeg.length);
    expect((await stat(join(folder, 'a.jpg'))).mode & 0o777).toBe(0o640);
  });

  it('reports each file that cannot be compressed, and exits with 1', async () => {
    folder = await folderOf({ 'a.jpg': jpeg, 'b.jpg': truncated(jpeg, 0.3), 'c.jpg': 'no image' });
    const { code, stdout, stderr } = await run(['compress', '.', '--out', 'out']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('1 of 3 files done, 2 failed.')]);
    expect(stderr).toContain('b.jpg: The image is damaged or incomplete. Export it again. (corrupt_image)\n');
    expect(stderr).toMatch(/^c\.jpg: .+ \(unsupported_format\)$/m);
  });

  it('stops at once on Ctrl-C, and leaves no partial results and no processes', async () => {
    const many = Array.from({ length: 8 }, (_, seed) =>
      noise({ widthPx: 500, heightPx: 500, seed: seed + 1 }),
    );
    folder = await folderOf(
      Object.fromEntries((await Promise.all(many)).map((bytes, index) => [`in/${index}.png`, bytes])),
    );
    let processes: number[] = [];
    const args = ['compress', 'in', '--out', 'out', '--format', 'webp', '--concurrency', '2', '--json'];
    const stopped = await run(args, {
      watch: (stdout, child) => {
        if (processes.length > 0 || !stdout.includes('"done"')) return;
        processes = engineProcessesOf(child.pid);
        child.kill('SIGINT');
      },
    });
    expect(stopped.code).toBe(130);
    const total = jsonLines(stopped.stdout).at(-1);
    expect(total).toMatchObject({ type: 'total', files: 8, failed: 0, isInterrupted: true });
    expect(await filesBelow(join(folder, 'out'))).toHaveLength(Number(total?.done));
    expect(processes.length).toBeGreaterThan(0);
    for (const pid of processes) {
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 10_000 });
    }
  });
});

describe('archives with --local', () => {
  it('are created from JPEGs and restored bit for bit, and other files are reported', async () => {
    const camera = await cameraPhoto(size);
    folder = await folderOf({ 'a.jpg': camera, 'b.png': await photoPng(size) });
    const archived = await run(['compress', 'a.jpg', 'b.png', '--archive', '--out', 'out']);
    expect(archived).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^b\.png: .+ \(not_archivable\)\n$/),
    });
    const restored = await run(['restore', 'out/a.jxl', 'a.jpg']);
    expect(restored).toMatchObject({ code: 1, stderr: expect.stringContaining('a.jpg: ') });
    expect(restored.stdout).toContain(`SHA-256 ${sha256Of(camera)}`);
    expect(await read('out/a.jpg')).toEqual(camera);
  });

  it('need cjxl and djxl, and the error message states how to install them', async () => {
    folder = await folderOf({ 'a.jpg': jpeg });
    const { code, stderr } = await run(['compress', 'a.jpg', '--archive'], { env: { ...env, PATH: folder } });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/apt-get install libjxl-tools.+\(archive_unavailable\)/),
    ]);
  });
});

describe('incorrect usage of --local', () => {
  it.each([
    [
      ['compress', 'a.jpg', '--base-url', 'http://localhost'],
      "'--local' cannot be used with option '--base-url",
    ],
    [['restore', 'a.jxl', '--api-key-file', 'key'], "'--local' cannot be used with option '--api-key-file"],
    [['usage'], "unknown option '--local'"],
  ])('exits with 2: %j', async (args, message) => {
    folder = await folderOf({ 'a.jpg': jpeg });
    expect(await run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('explains how to install the engine if it is missing', async () => {
    folder = await folderOf({ 'a.jpg': jpeg });
    const { code, stderr } = await run(['compress', 'a.jpg'], { installedIn: inject('installedIn') });
    expect([code, stderr]).toEqual([2, expect.stringContaining('npm install gossamer-engine\n')]);
    expect(stderr).toContain('npx --package gossamer --package gossamer-engine gossamer compress');
  });

  it('reports for each file why the engine cannot be started', async () => {
    folder = await folderOf({ 'a.jpg': jpeg, 'b.jpg': jpeg, 'c.jpg': jpeg });
    const incomplete = join(folder, '.installed');
    await mkdir(join(incomplete, 'node_modules'), { recursive: true });
    for (const name of ['gossamer', 'gossamer-engine']) {
      await cp(join(installedIn, 'node_modules', name), join(incomplete, 'node_modules', name), {
        recursive: true,
      });
    }
    await symlink(
      await realpath(join(installedIn, 'node_modules/zod')),
      join(incomplete, 'node_modules/zod'),
    );
    const { code, stderr } = await run(['compress', '.', '--concurrency', '1'], { installedIn: incomplete });
    expect(code).toBe(1);
    expect(
      stderr.match(/^\w\.jpg: The engine could not be started: .+ \(engine_unavailable\)$/gm),
    ).toHaveLength(3);
  });
});
