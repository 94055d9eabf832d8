import { readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { graphicWithAlpha, photo } from '@gossamer/testkit/images';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { filesBelow, folderOf, remove } from './cli.ts';
import { type McpClient, overHttp, overStdio, startHttp, type ToolAnswer } from './mcp-client.ts';
import { uniqueCopies } from './unique-copies.ts';

const { apiKey } = inject('product').members.mcp;
const size = { widthPx: 240, heightPx: 160 };

let jpeg: Buffer;
const another = uniqueCopies('mcp', () => jpeg);
let mcp: McpClient;
let folder: string;
let stop: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  jpeg = await photo(size);
});
afterEach(async () => {
  await mcp.close();
  await stop();
  await remove(folder);
  stop = async () => {};
});

const read = (name: string) => readFile(join(folder, name));
const sizeOf = async (path: string) => (await stat(path)).size;

interface Way {
  isLocal: boolean;
  isHttp?: boolean;
  revision?: '2026-07-28';
}

async function connect({ isLocal, isHttp, revision }: Way): Promise<void> {
  const options = { cwd: folder, isLocal, apiKey: isLocal ? undefined : apiKey, revision };
  if (!isHttp) mcp = await overStdio(options);
  else {
    const server = await startHttp({ ...options, args: ['--root', folder] });
    stop = server.stop;
    mcp = await overHttp(server.url, { revision });
  }
}

/** Returns the data of an answer, which older clients read as text. */
function dataOf({ isError, text, data }: ToolAnswer) {
  expect([isError, text]).toEqual([false, JSON.stringify(data)]);
  return data;
}

describe.each<[string, Way]>([
  ['the API over standard input and output', { isLocal: false }],
  ['the local engine over standard input and output', { isLocal: true }],
  ['the API over HTTP', { isLocal: false, isHttp: true }],
  ['the local engine over HTTP', { isLocal: true, isHttp: true }],
  [
    'the local engine over standard input and output, revision 2026-07-28',
    { isLocal: true, revision: '2026-07-28' },
  ],
  ['the API over HTTP, revision 2026-07-28', { isLocal: false, isHttp: true, revision: '2026-07-28' }],
])('%s', (_, way) => {
  it('offers five tools with schemas and annotations', async () => {
    folder = await folderOf({});
    await connect(way);
    const { tools } = await mcp.client.listTools();
    const writing = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
    expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))).toEqual({
      compress_image: { ...writing, openWorldHint: !way.isLocal },
      compress_folder: { ...writing, openWorldHint: !way.isLocal },
      make_variants: { ...writing, openWorldHint: !way.isLocal },
      estimate: { readOnlyHint: true, openWorldHint: !way.isLocal },
      usage: { readOnlyHint: true, openWorldHint: !way.isLocal },
    });
    for (const { title, description = '', inputSchema, outputSchema } of tools) {
      expect([typeof title, inputSchema.type, outputSchema?.type]).toEqual(['string', 'object', 'object']);
      expect(description.length).toBeGreaterThan(100);
    }
  });

  it('compresses one image and keeps the original', async () => {
    const image = another();
    folder = await folderOf({ 'a.jpg': image });
    await connect(way);
    const data = dataOf(await mcp.call('compress_image', { image: 'a.jpg', format: 'webp', quality: 70 }));
    const output = join(folder, 'a.compressed.webp');
    const resultBytes = await sizeOf(output);
    expect(data).toMatchObject({
      status: 'done',
      path: join(folder, 'a.jpg'),
      output,
      format: 'webp',
      originalBytes: image.length,
      resultBytes,
      savedPercent: Math.round((1 - resultBytes / image.length) * 1_000) / 10,
      score: expect.any(Number),
      needsReview: false,
    });
    expect(await read('a.jpg')).toEqual(image);
    expect(await filesBelow(folder)).toEqual(['a.compressed.webp', 'a.jpg']);
  });

  it('compresses a folder of ten images and reports the progress', async () => {
    const images = Array.from(
      { length: 10 },
      (_, index) => [`in/${index % 2}/${index}.jpg`, another()] as const,
    );
    folder = await folderOf({ ...Object.fromEntries(images), 'in/notes.txt': 'text' });
    await connect(way);
    const progress: [number, number?][] = [];
    const input = { folder: join(folder, 'in'), outFolder: 'out' };
    const answer = await mcp.call('compress_folder', input, {
      onprogress: ({ progress: done, total }) => void progress.push([done, total]),
    });
    const data = dataOf(answer);
    expect(progress).toEqual(images.map((_, index) => [index + 1, 10]));
    const outputs: string[] = data.results.map(({ output }: { output: string }) => output);
    expect((await filesBelow(join(folder, 'out'))).map((name) => join(folder, 'out', name))).toEqual(
      outputs.sort(),
    );
    const sizes = await Promise.all(outputs.map(sizeOf));
    expect(data).toMatchObject({
      images: 10,
      done: 10,
      skipped: 0,
      failed: 0,
      toReview: 0,
      originalBytes: images.reduce((sum, [, bytes]) => sum + bytes.length, 0),
      resultBytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
      omittedResults: 0,
    });
  });

  it('makes variants and their markup', async () => {
    folder = await folderOf({ 'harbor.jpg': another() });
    await connect(way);
    const input = { image: 'harbor.jpg', outFolder: 'public', widths: [60, 'original'], formats: ['webp'] };
    const texts = { markup: ['html', 'css'], publicPath: '/images/', alt: 'The harbor' };
    const data = dataOf(await mcp.call('make_variants', { ...input, ...texts }));
    expect(await filesBelow(join(folder, 'public'))).toEqual([
      'harbor-240w.jpg',
      'harbor-240w.webp',
      'harbor-60w.jpg',
      'harbor-60w.webp',
      'harbor.variants.css',
      'harbor.variants.html',
    ]);
    for (const { path, sizeBytes } of data.files) expect(sizeBytes).toBe(await sizeOf(path));
    expect(data.result).toMatchObject({ output: join(folder, 'public/harbor-240w.jpg'), format: 'jpeg' });
    expect(data.markup).toContain(join(folder, 'public/harbor.variants.html'));
    expect(String(await read('public/harbor.variants.html'))).toMatch(/alt="The harbor"/);
    const again = await mcp.call('make_variants', input);
    expect(again).toMatchObject({ isError: true, text: expect.stringContaining('already exists') });
    expect((await mcp.call('make_variants', { ...input, overwrite: true })).isError).toBe(false);
  });

  it('estimates an image and a folder without writing anything', async () => {
    folder = await folderOf({ 'a.jpg': another(), 'b/c.png': await graphicWithAlpha(size) });
    await connect(way);
    const one = dataOf(await mcp.call('estimate', { source: 'a.jpg', quality: 50 }));
    expect(one).toMatchObject({ images: 1, done: 1, originalBytes: await sizeOf(join(folder, 'a.jpg')) });
    expect(one.results).toMatchObject([{ status: 'estimated', format: expect.any(String) }]);
    const all = dataOf(await mcp.call('estimate', { source: folder }));
    expect(all).toMatchObject({ images: 2, done: 2, failed: 0, savedPercent: expect.any(Number) });
    expect(all.resultBytes).toBeLessThan(all.originalBytes);
    expect(await filesBelow(folder)).toEqual(['a.jpg', 'b/c.png']);
  });

  it('shows the usage', async () => {
    folder = await folderOf({});
    await connect(way);
    const data = dataOf(await mcp.call('usage'));
    const maxFileBytes = 100 * 1_048_576;
    if (way.isLocal) expect(data).toEqual({ mode: 'local', maxFileBytes });
    else expect(data).toMatchObject({ mode: 'cloud', plan: 'pro', day: { limit: null }, maxFileBytes });
  });
});

describe('an image of a URL', () => {
  let site: Server;
  let url: string;

  beforeAll(async () => {
    site = createServer((_, response) => response.setHeader('content-type', 'image/jpeg').end(jpeg));
    await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/photos/harbor%20%2F%2e%2e.v2.jpg?width=9`;
  });
  afterAll(() => void site.close());

  it('is fetched by the service, and the results are written to a folder', async () => {
    folder = await folderOf({});
    await connect({ isLocal: false });
    const compressed = dataOf(
      await mcp.call('compress_image', { image: url, outFolder: 'out', format: 'webp' }),
    );
    const output = join(folder, 'out/harbor _...v2.webp');
    expect(compressed).toMatchObject({
      path: url,
      output,
      originalBytes: jpeg.length,
      score: expect.any(Number),
    });
    expect(await sizeOf(output)).toBe(compressed.resultBytes);
    const again = await mcp.call('compress_image', { image: url, outFolder: 'out', format: 'webp' });
    expect(again).toMatchObject({ isError: true, text: expect.stringContaining('already exists') });
    expect(dataOf(await mcp.call('estimate', { source: url }))).toMatchObject({ originalBytes: jpeg.length });
    const made = dataOf(await mcp.call('make_variants', { image: url, outFolder: 'web', widths: [60] }));
    expect(made.files).toHaveLength(3);
    expect(await filesBelow(join(folder, 'web'))).toHaveLength(4);
  });

  it('needs a folder for the result, and the service', async () => {
    folder = await folderOf({});
    await connect({ isLocal: true });
    const nowhere = await mcp.call('compress_image', { image: url });
    expect(nowhere).toMatchObject({ isError: true, text: expect.stringContaining('outFolder') });
    for (const tool of ['compress_image', 'make_variants']) {
      const { isError, text } = await mcp.call(tool, { image: url, outFolder: 'out' });
      expect([isError, text]).toEqual([true, expect.stringContaining('makes no requests (--local)')]);
    }
    expect((await mcp.call('estimate', { source: url })).text).toContain('makes no requests (--local)');
    expect(await filesBelow(folder)).toEqual([]);
  });
});
