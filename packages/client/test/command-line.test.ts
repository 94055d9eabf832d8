import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { noise, photo, truncated } from '@gossamer/testkit/images';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { runProgram } from '../src/cli/program.ts';
import { filesBelow, folderOf, gossamer, jsonLines, remove } from './cli.ts';
import { file, json, problem, startFlakyServer } from './flaky-server.ts';

const { url: baseUrl, members } = inject('product');
const { apiKey } = members.folder;

describe('the command-line tool', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await folderOf({ 'a.jpg': 'no image' });
  });
  afterAll(() => remove(folder));

  it.each([
    [[]],
    [['compress']],
    [['squash', 'a.jpg']],
    [['compress', 'a.jpg', '--quality', '5']],
    [['compress', 'a.jpg', '--quality', '80.5']],
    [['compress', 'a.jpg', '--format', 'gif']],
    [['compress', 'a.jpg', '--width', '0']],
    [['compress', 'a.jpg', '--concurrency', '99']],
    [['compress', 'a.jpg', '--api-key', 'gsm_x']],
    [['compress', 'a.jpg', '--in-place', '--out', 'out']],
    [['compress', 'a.jpg', '--json', '--quiet']],
    [['compress', 'a.jpg', '--base-url', 'example.com']],
  ])('exits with 2 on incorrect usage: %j', async (args) => {
    const { code, stdout, stderr } = await gossamer(args, { cwd: folder, apiKey });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toBe('');
    expect(stderr).not.toContain('    at ');
  });

  it('exits with 2 without a valid key', async () => {
    for (const [options, message] of [
      [{}, 'missing API key'],
      [{ apiKey: ' ' }, 'missing API key'],
      [{ apiKey: `gsm_${'0'.repeat(40)}` }, 'key'],
      [{ apiKey: members.free.apiKey }, 'Pro'],
    ] as const) {
      const { code, stderr } = await gossamer(['compress', 'a.jpg'], { cwd: folder, ...options });
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    const lost = await gossamer(['usage', '--api-key-file', 'gone'], { cwd: folder });
    expect(lost).toMatchObject({ code: 2, stderr: expect.stringContaining('gone (ENOENT)') });
  });

  it('reads the key from a file', async () => {
    await writeFile(join(folder, 'key'), `${apiKey}\n`);
    const { code, stdout } = await gossamer(['usage', '--api-key-file', 'key'], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Plan {10}pro\nThis month {4}\d+ compressions, until \d{4}-\d\d-01 UTC\n/);
    const asJson = await gossamer(['usage', '--json', '--api-key-file', 'key'], { cwd: folder });
    expect(JSON.parse(asJson.stdout)).toMatchObject({ plan: 'pro', limits: { maxBatchItems: 100 } });
  });

  it('prints its version and its help', async () => {
    expect(await gossamer(['--version'], { cwd: folder })).toEqual({
      code: 0,
      stdout: '1.0.0\n',
      stderr: '',
    });
    const help = await gossamer(['--help'], { cwd: folder });
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('Examples:') });
    expect((await gossamer(['compress', '--help'], { cwd: folder })).stdout).toContain('--in-place');
  });

  it('reports an unreachable server, and exits with 1', async () => {
    const server = await startFlakyServer([json(200, {})]);
    await server.close();
    const env = { GOSSAMER_BASE_URL: server.url };
    const { code, stderr } = await gossamer(['usage'], { cwd: folder, apiKey, env });
    expect([code, stderr]).toEqual([1, 'error: The server could not be reached (ECONNREFUSED).\n']);
  });

  it('stops sending requests after an error that affects the whole account', async () => {
    const limits = { maxFileBytes: 1_000_000 };
    const refusal = problem(429, 'daily_limit_reached', { 'retry-after': '36000' });
    const server = await startFlakyServer([json(200, { limits }), refusal]);
    const images = await folderOf({ 'a.jpg': await photo({ widthPx: 9, heightPx: 9 }) });
    for (const name of ['b', 'c'])
      await writeFile(join(images, `${name}.jpg`), await photo({ widthPx: 9, heightPx: 8 }));
    const options = { cwd: images, apiKey, env: { GOSSAMER_BASE_URL: server.url } };
    const { code, stderr } = await gossamer(['compress', '.', '--concurrency', '1'], options);
    expect([code, stderr.match(/daily_limit_reached\)/g)?.length, server.seen.length]).toEqual([1, 3, 2]);
    await server.close();
    await remove(images);
  });

  it('discards a result with a wrong checksum', async () => {
    const result = { format: 'webp', sizeBytes: 5, sha256: '0'.repeat(64) };
    const server = await startFlakyServer([
      json(200, { limits: { maxFileBytes: 1_000_000 } }),
      json(201, { id: 'a', status: 'completed', isReused: false, result }),
      file(Buffer.from('other')),
    ]);
    const images = await folderOf({ 'a.jpg': await photo({ widthPx: 9, heightPx: 9 }) });
    const options = { cwd: images, apiKey, env: { GOSSAMER_BASE_URL: server.url } };
    const { code, stderr } = await gossamer(['compress', 'a.jpg'], options);
    const message = 'a.jpg: The downloaded file is damaged. Try again. (download_damaged)\n';
    expect([code, stderr]).toEqual([1, message]);
    expect(await filesBelow(images)).toEqual(['a.jpg']);
    await server.close();
    await remove(images);
  });
});

describe('many files', () => {
  let folder: string;
  afterEach(() => remove(folder));

  const numbered = (count: number, make: (number: number) => Promise<Buffer>) =>
    Promise.all(
      Array.from(
        { length: count },
        async (_, index) => [`in/${index % 10}/${index}.jpg`, await make(index)] as const,
      ),
    ).then((files) => Object.fromEntries(files));

  it('are processed even if one of 100 is broken, and the broken file is reported', async () => {
    const files = await numbered(100, (seed) => photo({ widthPx: 64, heightPx: 48, seed: seed + 1 }));
    const broken = 'in/7/57.jpg';
    files[broken] = truncated(await photo({ widthPx: 200, heightPx: 200 }), 0.3);
    folder = await folderOf(files);
    const { code, stdout, stderr } = await gossamer(['compress', 'in', '--out', 'out', '--json'], {
      cwd: folder,
      apiKey,
    });
    expect([code, stderr]).toEqual([1, '']);
    const lines = jsonLines(stdout);
    expect(lines.filter(({ status }) => status === 'failed')).toEqual([
      { type: 'file', status: 'failed', path: broken, code: 'corrupt_image', message: expect.any(String) },
    ]);
    const made = await filesBelow(join(folder, 'out'));
    const stems = Object.keys(files)
      .filter((name) => name !== broken)
      .map((name) => name.slice(3, -4))
      .sort();
    expect(made.map((name) => name.replace(/\.\w+$/, ''))).toEqual(stems);
    const done = lines.filter(({ status }) => status === 'done');
    const sum = (name: string) => done.reduce((total, line) => total + Number(line[name]), 0);
    const sent = Object.entries(files).filter(([name]) => name !== broken);
    expect(sum('originalBytes')).toBe(sent.reduce((total, [, bytes]) => total + bytes.length, 0));
    expect(lines.at(-1)).toMatchObject({
      type: 'total',
      files: 100,
      done: 99,
      failed: 1,
      skipped: 0,
      originalBytes: sum('originalBytes'),
      resultBytes: sum('resultBytes'),
    });
  });

  it('leave no partial results after Ctrl-C, and the next run processes the remaining files', async () => {
    folder = await folderOf(
      await numbered(12, (seed) => noise({ widthPx: 300, heightPx: 300, seed: seed + 1 })),
    );
    const args = ['compress', 'in', '--out', 'out', '--format', 'webp', '--concurrency', '2', '--json'];
    let signals = 0;
    const stopped = await gossamer(args, {
      cwd: folder,
      apiKey,
      // Send two signals, because on Ctrl-C the terminal and `npx` each send one.
      watch: (stdout, child) => {
        while (signals < 2 && stdout.includes('"done"')) signals += Number(child.kill('SIGINT'));
      },
    });
    expect(stopped.code).toBe(130);
    const total = jsonLines(stopped.stdout).at(-1);
    expect(total).toMatchObject({ type: 'total', files: 12, failed: 0, isInterrupted: true });
    const made = await filesBelow(join(folder, 'out'));
    expect(made.length).toBeLessThan(12);
    expect(made).toHaveLength(Number(total?.done));
    expect(made.filter((name) => !/^\d\/\d+\.webp$/.test(name))).toEqual([]);
    const rest = await gossamer(args, { cwd: folder, apiKey });
    expect(jsonLines(rest.stdout).at(-1)).toMatchObject({ done: 12 - made.length, skipped: made.length });
    expect(rest.code).toBe(0);
  });

  it('are reported with a progress bar on a terminal, with failures listed above it', async () => {
    folder = await folderOf({ 'a.jpg': await photo({ widthPx: 50, heightPx: 50 }), 'b.jpg': 'no image' });
    const [out, screen] = [
      new PassThrough(),
      Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 30 }),
    ];
    const code = await runProgram(
      ['node', 'gossamer', 'compress', folder, '--out', join(folder, 'out'), '--base-url', baseUrl],
      {
        env: { GOSSAMER_API_KEY: apiKey },
        signal: new AbortController().signal,
        stdout: out as never,
        stderr: screen as never,
      },
    ).catch((error: unknown) => error);
    expect(code).toBe(1);
    const shown = stripVTControlCharacters(String(screen.read()));
    expect(shown).toContain(
      `${folder}/b.jpg: This is not a JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF or BMP image, nor a JPEG XL archive. (unsupported_format)`,
    );
    expect(shown).toMatch(/█{24} 2 of 2 files, .* saved/);
    expect(String(out.read())).toMatch(/^1 of 2 files done, 1 failed\. /);
  });
});
