import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onePixel, photo, photoPng } from '@gossamer/testkit/images';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { Gossamer } from '../src/index.ts';
import { type CliRun, folderOf, gossamer, jsonLines, remove } from './cli.ts';
import { json, problem, startFlakyServer } from './flaky-server.ts';

const { url: baseUrl, members } = inject('product');
const { apiKey } = members.check;

let folder: string;
afterEach(() => remove(folder));

const check = (...args: string[]): Promise<CliRun> => gossamer(['check', ...args], { cwd: folder, apiKey });
const countedSoFar = async () => (await new Gossamer({ apiKey, baseUrl }).usage()).month.compressions;

describe('check with the API', () => {
  it('reports estimates as estimates, and counts nothing', async () => {
    const jpeg = await photo({ widthPx: 200, heightPx: 150, seed: 601 });
    folder = await folderOf({ 'a.jpg': jpeg, 'b.png': await onePixel() });
    const before = await countedSoFar();
    const { code, stdout, stderr } = await check();
    expect([code, stderr]).toEqual([3, '']);
    expect(stdout).toMatch(/^a\.jpg: JPEG, 200 × 150, .*\n {2}about [\d.]+ KB \([\d.]+%\) can be saved\n/);
    expect(stdout).toMatch(/^2 images checked, 1 over the budget\. About [\d.]+ KB can be saved\. /m);
    expect(jsonLines((await check('--json')).stdout)).toMatchObject([
      { path: 'a.jpg', saving: { isEstimate: true, originalBytes: jpeg.length } },
      { type: 'total', isEstimate: true },
    ]);
    expect(await countedSoFar()).toBe(before);
    expect(await readFile(join(folder, 'a.jpg'))).toEqual(jpeg);
  });

  it('fixes images, counts only those that can be smaller, and then passes', async () => {
    const images = {
      'a.jpg': await photo({ widthPx: 200, heightPx: 150, seed: 602 }),
      'b.png': await photoPng({ widthPx: 160, heightPx: 120, seed: 603 }),
      'c.png': await onePixel(),
    };
    folder = await folderOf(images);
    const before = await countedSoFar();
    const fixed = await check('--fix', '--json');
    expect([fixed.code, fixed.stderr]).toEqual([0, '']);
    expect(jsonLines(fixed.stdout)).toMatchObject([
      { path: 'a.jpg', status: 'fixed', saving: { isEstimate: false } },
      { path: 'b.png', status: 'fixed' },
      { type: 'total', images: 3, fixed: 2, overBudget: 0 },
    ]);
    expect(await countedSoFar()).toBe(before + 2);
    expect(await check()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^3 images checked, none /),
    });
    expect(await check('--fix')).toMatchObject({ code: 0 });
    expect(await countedSoFar()).toBe(before + 2);
  });

  it('sends no image that was fixed', async () => {
    folder = await folderOf({ 'a.jpg': await photo({ widthPx: 200, heightPx: 150, seed: 604 }) });
    await check('--fix');
    const server = await startFlakyServer([json(200, { limits: { maxFileBytes: 1_000_000 } })]);
    const options = { cwd: folder, apiKey, env: { GOSSAMER_BASE_URL: server.url } };
    expect((await gossamer(['check'], options)).code).toBe(0);
    expect(server.seen.map(({ path }) => path)).toEqual(['/api/v1/usage']);
    await server.close();
  });

  it('exits with 1 if the API fails, and with 2 without a key unless no image needs one', async () => {
    folder = await folderOf({ 'a.jpg': await photo({ widthPx: 100, heightPx: 80 }), 'empty/b.txt': '' });
    const server = await startFlakyServer([
      json(200, { limits: { maxFileBytes: 1_000_000 } }),
      problem(507, 'storage_full'),
    ]);
    const env = { GOSSAMER_BASE_URL: server.url };
    const failed = await gossamer(['check'], { cwd: folder, apiKey, env });
    expect([failed.code, failed.stderr]).toEqual([1, '']);
    expect(failed.stdout).toMatch(/^a\.jpg: It is storage_full\. \(storage_full\)\n0 images checked, /);
    await server.close();
    const unreachable = await gossamer(['check'], { cwd: folder, apiKey, env });
    expect(unreachable).toMatchObject({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') });
    const missing = await gossamer(['check'], { cwd: folder });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('missing API key') });
    expect(await gossamer(['check'], { cwd: join(folder, 'empty') })).toEqual({
      code: 0,
      stdout: 'No images to check.\n',
      stderr: '',
    });
  });
});
