import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cameraPhoto, photoPng } from '@gossamer/testkit/images';
import { afterEach, beforeAll, expect, inject, it } from 'vitest';
import { Gossamer } from '../src/index.ts';
import { type CliRun, folderOf, gossamer, remove } from './cli.ts';

const { url: baseUrl, members } = inject('product');
const { apiKey } = members.files;
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let jpeg: Buffer;
let folder: string;

beforeAll(async () => {
  jpeg = await cameraPhoto({ widthPx: 160, heightPx: 120 });
});
afterEach(() => remove(folder));

const run = (...args: string[]): Promise<CliRun> => gossamer(args, { cwd: folder, apiKey });
const read = (name: string) => readFile(join(folder, name));

it('the client archives a JPEG and restores it', async () => {
  folder = await folderOf({});
  const client = new Gossamer({ apiKey, baseUrl });
  const archived = await client.compress(jpeg, { archive: true });
  expect(archived.options.archive).toBe(true);
  expect(archived.result).toMatchObject({ format: 'jxl', report: { jpegSha256: sha256Of(jpeg) } });
  const restored = await client.compress(await client.download(archived.id));
  expect(restored.result).toMatchObject({ format: 'jpeg', sha256: sha256Of(jpeg), savedPercent: 0 });
  expect(Buffer.from(await client.download(restored.id))).toEqual(jpeg);
});

it('the command line archives JPEGs, and restores them with their SHA-256', async () => {
  folder = await folderOf({ 'in/a.jpg': jpeg, 'in/b.png': await photoPng({ widthPx: 40, heightPx: 30 }) });
  const archived = await run('compress', 'in', '--archive', '--out', 'out');
  expect(archived.code).toBe(1);
  expect(archived.stderr).toMatch(/^in\/b\.png: .+ \(not_archivable\)$/m);
  const restored = await run('restore', 'out/a.jxl');
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(restored.stdout).toContain(`out/a.jxl → out/a.jpg`);
  expect(restored.stdout).toContain(`SHA-256 ${sha256Of(jpeg)}`);
  expect(await read('out/a.jpg')).toEqual(jpeg);
});

it('restore replaces existing files only with --overwrite, and rejects files that are not archives', async () => {
  folder = await folderOf({ 'a.jpg': jpeg, 'b.jpg': 'mine' });
  expect((await run('compress', 'a.jpg', '--archive')).code).toBe(0);
  const archive = await read('a.compressed.jxl');
  await remove(folder);
  folder = await folderOf({ 'b.jxl': archive, 'b.jpg': 'mine', 'c.jxl': jpeg });
  const kept = await run('restore', 'b.jxl', 'c.jxl');
  expect(kept.code).toBe(1);
  expect(kept.stderr).toMatch(/^b\.jxl: .+ \(would_overwrite\)\nc\.jxl: .+ \(not_restorable\)\n$/);
  expect(String(await read('b.jpg'))).toBe('mine');
  const replaced = await run('restore', 'b.jxl', '--overwrite', '--json');
  expect(JSON.parse(replaced.stdout)).toMatchObject({ output: 'b.jpg', sha256: sha256Of(jpeg) });
  expect(await read('b.jpg')).toEqual(jpeg);
});
