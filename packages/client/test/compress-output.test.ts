import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '@gossamer/contracts/manifest';
import { graphic, photo, photoWithPattern } from '@gossamer/testkit/images';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Gossamer } from '../src/index.ts';
import { type CliRun, filesBelow, folderOf, gossamer, jsonLines, remove } from './cli.ts';

const { url: baseUrl, members } = inject('product');
const { apiKey } = members.output;

let jpeg: Buffer;
let png: Buffer;
let folder: string;

beforeAll(async () => {
  jpeg = await photo({ widthPx: 160, heightPx: 120 });
  png = await graphic({ widthPx: 160, heightPx: 120 });
});
afterEach(() => remove(folder));

const run = (...args: string[]): Promise<CliRun> => gossamer(['compress', ...args], { cwd: folder, apiKey });

describe('--dry-run', () => {
  it('prints estimates without writing or counting anything', async () => {
    folder = await folderOf({ 'a.jpg': await photo({ widthPx: 90, heightPx: 70 }), 'b.png': png });
    const { month } = await new Gossamer({ apiKey, baseUrl }).usage();
    const { code, stdout } = await run('.', '--dry-run', '--format', 'webp');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^a\.jpg: .* → .* \(-[\d.]+%\), webp$/m);
    expect(stdout).toMatch(/^2 of 2 files estimated\. /m);
    expect(await filesBelow(folder)).toEqual(['a.jpg', 'b.png']);
    expect((await new Gossamer({ apiKey, baseUrl }).usage()).month).toEqual(month);
  });
});

describe('results that a person should look at', () => {
  it('are listed after the totals, and have the place of the worst part in JSON', async () => {
    const pattern = await photoWithPattern({ widthPx: 2400, heightPx: 1600 });
    folder = await folderOf({ 'a.jpg': jpeg, 'pattern.jpg': pattern });
    const options = ['--out', 'out', '--format', 'jpeg'];
    const { stdout } = await run('a.jpg', 'pattern.jpg', ...options);
    expect(stdout).toMatch(
      /^1 result deserves a look\. .*:\n {2}out\/pattern\.jpg: score \d\d in the 192 × 192 pixels at 1152, 768\n$/m,
    );
    const json = await run('pattern.jpg', '--json', '--overwrite', ...options);
    expect(jsonLines(json.stdout)).toMatchObject([
      {
        path: 'pattern.jpg',
        score: expect.any(Number),
        needsReview: true,
        worstTile: { leftPx: 1152 },
        worstTileScore: expect.any(Number),
      },
      { type: 'total', toReview: 1 },
    ]);
  });
});

describe('--manifest', () => {
  it('describes all results in the folder, including those of earlier runs', async () => {
    folder = await folderOf({ 'in/a.jpg': jpeg, 'in/deep/b.png': png });
    const options = ['--out', 'out', '--format', 'webp', '--manifest'];
    expect(await run('in/a.jpg', ...options)).toMatchObject({ code: 0, stderr: '' });
    expect(await run('in/deep', ...options)).toMatchObject({ code: 0, stderr: '' });
    const read = (name: string) => readFile(join(folder, 'out', name));
    const { files } = JSON.parse(String(await read('manifest.json'))) as Manifest;
    expect(files).toMatchObject([
      { path: 'a.webp', original: { name: 'a.jpg', format: 'jpeg', sizeBytes: jpeg.length } },
      {
        path: 'b.webp',
        result: { format: 'webp', widthPx: 160, heightPx: 120 },
        report: { kind: 'graphic' },
      },
    ]);
    for (const { path, result } of files) {
      const bytes = await read(path);
      expect(result.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
    expect(String(await read('manifest.html'))).toContain('<a href="b.webp"');

    await rm(join(folder, 'out/a.webp'));
    expect((await run('in/deep', ...options)).stdout).toContain('1 skipped');
    const { files: left } = JSON.parse(String(await read('manifest.json'))) as Manifest;
    expect(left.map(({ path }) => path)).toEqual(['b.webp']);
  });

  it.each([
    ['manifest.json', '{"name":"my app"}'],
    ['manifest.json', '{"version":1,"createdAt":"2026-12-01T00:00:00Z","files":[{"path":"a.webp"}]}'],
    ['manifest.html', '<p>mine</p>'],
  ])('never replaces a file %s that it did not write: %s', async (name, content) => {
    folder = await folderOf({ 'a.jpg': jpeg, [`out/${name}`]: content });
    const { code, stderr } = await run('a.jpg', '--out', 'out', '--manifest');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`out/${name} is not a manifest of Gossamer.`),
    ]);
    expect(await filesBelow(join(folder, 'out'))).toEqual([name]);
    expect(await readFile(join(folder, 'out', name), 'utf8')).toBe(content);
  });

  it('needs --out', async () => {
    folder = await folderOf({ 'a.jpg': jpeg });
    const { code, stderr } = await run('a.jpg', '--manifest');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Name the folder with --out.')]);
  });
});

describe('--json and --quiet', () => {
  it('print one line per file and a total, or failures only', async () => {
    folder = await folderOf({ 'a.jpg': jpeg, 'b.jpg': 'no image' });
    const { code, stdout, stderr } = await run(
      'a.jpg',
      'b.jpg',
      '--json',
      '--out',
      'out',
      '--format',
      'webp',
    );
    expect([code, stderr]).toEqual([1, '']);
    const lines = jsonLines(stdout);
    expect(lines.find(({ path }) => path === 'b.jpg')).toEqual({
      type: 'file',
      status: 'failed',
      path: 'b.jpg',
      code: 'unsupported_format',
      message: expect.any(String),
    });
    const resultBytes = (await readFile(join(folder, 'out/a.webp'))).length;
    const figures = { originalBytes: jpeg.length, resultBytes, savedPercent: expect.any(Number) };
    expect(lines.find(({ path }) => path === 'a.jpg')).toEqual({
      type: 'file',
      status: 'done',
      path: 'a.jpg',
      output: 'out/a.webp',
      format: 'webp',
      isReused: expect.any(Boolean),
      score: expect.any(Number),
      needsReview: false,
      worstTile: { leftPx: 0, topPx: 0, widthPx: 160, heightPx: 120 },
      worstTileScore: expect.any(Number),
      ...figures,
    });
    expect(lines.at(-1)).toEqual({
      type: 'total',
      files: 2,
      done: 1,
      failed: 1,
      skipped: 0,
      toReview: 0,
      ...figures,
      durationMs: expect.any(Number),
      isInterrupted: false,
    });
    const quiet = await run('a.jpg', 'b.jpg', '--quiet', '--out', 'quiet');
    expect(quiet).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^b\.jpg: /) });
  });
});
