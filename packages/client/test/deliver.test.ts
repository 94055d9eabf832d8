import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { photo } from '@gossamer/testkit/images';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Gossamer } from '../src/index.ts';
import { type CliRun, filesBelow, folderOf, gossamer, jsonLines, remove } from './cli.ts';
import { type FlakyServer, json, startFlakyServer, type Turn } from './flaky-server.ts';

const { url: baseUrl, members } = inject('product');
const { apiKey } = members.deliver;
const query = 'X-Amz-Signature=3f79bb7b435b0532';

let jpeg: Buffer;
let folder: string;
let storage: FlakyServer;

beforeAll(async () => {
  jpeg = await photo({ widthPx: 160, heightPx: 120 });
});
afterEach(async () => {
  await storage?.close();
  if (folder) await remove(folder);
});

const run = (...args: string[]): Promise<CliRun> => gossamer(['compress', ...args], { cwd: folder, apiKey });

async function startStorage(...turns: Turn[]): Promise<void> {
  storage = await startFlakyServer(turns.length > 0 ? turns : [json(200, {})]);
}

describe('deliverTo', () => {
  it('has the service send the result, and waitForDelivery waits for it', async () => {
    await startStorage();
    const client = new Gossamer({ apiKey, baseUrl });
    const deliverTo = `${storage.url}/a.webp?${query}`;
    const { id, result } = await client.compress(jpeg, { format: 'webp', deliverTo });
    const { delivery } = await client.waitForDelivery(id);
    expect(delivery).toMatchObject({ status: 'delivered', url: `${storage.url}/a.webp`, lastStatus: 200 });
    expect(storage.seen).toMatchObject([
      { method: 'PUT', path: `/a.webp?${query}`, headers: { 'content-type': 'image/webp' } },
    ]);
    expect(storage.seen[0]?.body).toHaveLength(result.sizeBytes);
    expect(Buffer.from(await client.download(id))).toEqual(storage.seen[0]?.body);
  });

  it('delivers each variant that deliverVariantsTo names, and waitForDelivery waits for all of them', async () => {
    await startStorage();
    const client = new Gossamer({ apiKey, baseUrl });
    const names = ['80.webp', '80.jpg', '80.png'];
    const deliverVariantsTo = Object.fromEntries(
      names.map((name) => [name, `${storage.url}/${name}?${query}`]),
    );
    const variants = { widths: [80], formats: ['webp' as const] };
    const { id } = await client.compress(jpeg, { quality: 73, variants, deliverVariantsTo });
    const { result } = await client.waitForDelivery(id);
    for (const { delivery, sizeBytes } of result!.variants!.files) {
      expect(delivery).toMatchObject({ status: 'delivered' });
      const sent = storage.seen.find(({ path }) => delivery?.url.endsWith(path.split('?')[0] ?? ''));
      expect(sent?.body).toHaveLength(sizeBytes);
    }
    expect(storage.seen.map(({ path }) => path.split('?')[0]).sort()).toEqual(
      result!.variants!.files.map(({ delivery }) => new URL(delivery!.url).pathname).sort(),
    );
  });

  it('rejects waitForDelivery with the id of the job if the time is up', async () => {
    await startStorage(json(500, {}));
    const client = new Gossamer({ apiKey, baseUrl });
    const { id } = await client.compress(jpeg, { quality: 71, deliverTo: storage.url });
    const waiting = client.waitForDelivery(id, { timeoutMs: 1_500 });
    await expect(waiting).rejects.toMatchObject({ code: 'timed_out', compressionId: id });
    await client.delete(id);
    expect((await client.waitForDelivery(id)).delivery).toMatchObject({
      status: 'failed',
      lastFault: 'result_expired',
    });
  });

  it('does not make waitForDelivery wait if the job has none', async () => {
    await startStorage();
    const client = new Gossamer({ apiKey, baseUrl });
    const { id } = await client.compress(jpeg, { quality: 72 });
    expect(await client.waitForDelivery(id)).not.toHaveProperty('delivery');
  });
});

describe('gossamer compress --deliver-to', () => {
  it('delivers one image and writes no file', async () => {
    await startStorage();
    folder = await folderOf({ 'a.jpg': jpeg });
    const { code, stdout, stderr } = await run('a.jpg', '--deliver-to', `${storage.url}/a.webp?${query}`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^a\.jpg → http:\/\/127\.0\.0\.1:\d+\/a\.webp: [\d.]+ KB → .* \(-[\d.]+%\)$/m);
    expect(stdout).toMatch(/^1 of 1 file done\. /m);
    expect(stdout).not.toContain('X-Amz');
    expect(storage.seen).toMatchObject([{ method: 'PUT', path: `/a.webp?${query}` }]);
    expect(await filesBelow(folder)).toEqual(['a.jpg']);
  });

  it('delivers many images with a list, and reports each in JSON', async () => {
    await startStorage((response, { path }) => {
      response.writeHead(path.startsWith('/bad') ? 403 : 200).end();
    });
    const url = (name: string) => `${storage.url}/${name}?${query}`;
    folder = await folderOf({
      'in/a.jpg': jpeg,
      'in/deep/b.jpg': await photo({ widthPx: 150, heightPx: 120 }),
      'c.jpg': Buffer.from('no image'),
      'urls.json': JSON.stringify({ 'a.jpg': url('a'), 'in/deep/b.jpg': url('bad'), 'c.jpg': url('c') }),
    });
    const { code, stdout } = await run('in', 'c.jpg', '--json', '--deliver-to-list', 'urls.json');
    expect(code).toBe(1);
    expect(stdout).not.toContain('X-Amz');
    const lines = jsonLines(stdout);
    const lineOf = (path: string) => lines.find((line) => line.path === path);
    expect(lineOf('in/a.jpg')).toMatchObject({
      type: 'file',
      status: 'delivered',
      originalBytes: jpeg.length,
      savedPercent: expect.any(Number),
      delivery: { status: 'delivered', url: `${storage.url}/a`, attemptCount: 1, lastFault: null },
    });
    expect(lineOf('in/deep/b.jpg')).toMatchObject({
      status: 'failed',
      code: 'delivery_failed',
      message: expect.stringContaining('HTTP 403'),
      delivery: { status: 'failed', lastStatus: 403, lastFault: 'status' },
    });
    expect(lineOf('c.jpg')).toMatchObject({ status: 'failed', code: 'unsupported_format' });
    expect(lines.at(-1)).toMatchObject({ type: 'total', done: 1, failed: 2 });
  });

  it('rejects a wrong command before anything is sent', async () => {
    await startStorage();
    folder = await folderOf({
      'a.jpg': jpeg,
      'b.jpg': jpeg,
      'urls.json': JSON.stringify({ 'a.jpg': storage.url }),
      'list.json': '["a.jpg"]',
    });
    const { month } = await new Gossamer({ apiKey, baseUrl }).usage();
    for (const [args, message] of [
      [['a.jpg', 'b.jpg', '--deliver-to', storage.url], '--deliver-to takes one image.'],
      [['a.jpg', 'b.jpg', '--deliver-to-list', 'urls.json'], 'has no URL for b.jpg'],
      [['a.jpg', '--deliver-to-list', 'list.json'], 'list.json must be a JSON object'],
      [['a.jpg', '--deliver-to-list', 'none.json'], 'none.json cannot be read: File not found.'],
      [['a.jpg', '--deliver-to', storage.url, '--local'], "cannot be used with option '--local'"],
      [['a.jpg', '--deliver-to', storage.url, '--out', 'out'], "cannot be used with option '-o, --out"],
      [['a.jpg', '--deliver-to', storage.url, '--dry-run'], "cannot be used with option '--dry-run'"],
      [['a.jpg', '--deliver-to-list', 'urls.json', '--in-place'], "cannot be used with option '--in-place'"],
    ] as const) {
      const { code, stderr } = await run(...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    const refused = await run('a.jpg', '--deliver-to', 'https://10.0.0.1/a');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('(address_not_allowed)') });
    expect(storage.seen).toEqual([]);
    expect((await new Gossamer({ apiKey, baseUrl }).usage()).month).toEqual(month);
  });
});

describe('gossamer variants --deliver-to-list', () => {
  const widths = ['--widths', '80,160', '--formats', 'webp'];
  const names = ['80.webp', '80.jpg', '160.webp', '160.jpg', '160.png'];
  const urlsOf = (name: string, of: readonly string[] = names) =>
    Object.fromEntries(of.map((variant) => [variant, `${storage.url}/${name}/${variant}?${query}`]));
  const variants = (...args: string[]): Promise<CliRun> =>
    gossamer(['variants', ...args, ...widths], { cwd: folder, apiKey });

  it('delivers the files of each image, and writes only the markup', async () => {
    await startStorage();
    folder = await folderOf({
      'in/a.jpg': jpeg,
      'urls.json': JSON.stringify({ 'in/a.jpg': urlsOf('a') }),
    });
    const args = ['in/a.jpg', '--deliver-to-list', 'urls.json'];
    const { code, stdout, stderr } = await variants(...args, '--out', 'out', '--public-path', '/i/');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^in\/a\.jpg → http:\/\/127\.0\.0\.1:\d+\/a\/160\.jpg: /m);
    expect(stdout).toMatch(/^ +width +WebP +JPEG$/m);
    expect(stdout).not.toContain('X-Amz');
    expect(await filesBelow(folder)).toEqual(['in/a.jpg', 'out/a.variants.html', 'urls.json']);
    const html = await readFile(join(folder, 'out/a.variants.html'), 'utf8');
    const offered = [...html.matchAll(/\/i\/a-(\d+)w\.(\w+) \d+w/g)].map(
      ([, width, type]) => `${width}.${type}`,
    );
    const sent = storage.seen.map(({ path }) => path.slice('/a/'.length, path.indexOf('?')));
    expect(sent.sort()).toEqual(offered.sort());
    expect(sent).not.toContain('160.png');

    const json = await variants(...args, '--json');
    expect(json.stdout).not.toContain('X-Amz');
    const [line] = jsonLines(json.stdout) as {
      variants: { files: { output: string }[]; markup: string[] };
    }[];
    expect(line).toMatchObject({ status: 'delivered', output: `${storage.url}/a/160.jpg` });
    expect(line?.variants.markup).toEqual([]);
    expect(line?.variants.files).toHaveLength(offered.length);
    for (const { output } of line?.variants.files ?? []) expect(output).toContain(`${storage.url}/a/`);
  });

  it('fails if a file has no URL or does not arrive', async () => {
    await startStorage((response, { path }) => {
      response.writeHead(path.includes('80.webp') ? 403 : 200).end();
    });
    folder = await folderOf({
      'a.jpg': jpeg,
      'b.jpg': await photo({ widthPx: 170, heightPx: 120 }),
      'urls.json': JSON.stringify({ 'a.jpg': urlsOf('a'), 'b.jpg': urlsOf('b', ['80.jpg', '160.jpg']) }),
    });
    const { code, stderr } = await variants('a.jpg', 'b.jpg', '--deliver-to-list', 'urls.json');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^a\.jpg: 1 of \d files were not delivered\. 80\.webp: .* HTTP 403\..*\(delivery_failed\)$/m,
    );
    expect(stderr).toMatch(/^b\.jpg: The list has no URL for .*160\.webp.* \(delivery_target_missing\)$/m);
  });

  it('rejects a wrong command before anything is sent', async () => {
    await startStorage();
    const list = (targets: object) => JSON.stringify(targets);
    folder = await folderOf({
      'a.jpg': jpeg,
      'b.jpg': jpeg,
      'urls.json': list({ 'a.jpg': urlsOf('a') }),
      'wrong.json': list({ 'a.jpg': { 'a-80w.webp': storage.url } }),
    });
    for (const [args, message] of [
      [['a.jpg'], 'Name the folder for the files with --out, or your storage with --deliver-to-list.'],
      [['a.jpg', 'b.jpg', '--deliver-to-list', 'urls.json'], 'has no URL for b.jpg'],
      [['a.jpg', '--deliver-to-list', 'wrong.json'], 'wrong.json must be a JSON object that maps'],
      [['a.jpg', '--deliver-to-list', 'urls.json', '--local'], "cannot be used with option '--local'"],
    ] as const) {
      const { code, stderr } = await variants(...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    expect(storage.seen).toEqual([]);
  });
});
