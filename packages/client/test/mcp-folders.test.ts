import { mkdir, readFile, realpath, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { graphic, photo } from '@gossamer/testkit/images';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { filesBelow, folderOf, remove } from './cli.ts';
import { type McpClient, type McpOptions, overHttp, overStdio, startHttp } from './mcp-client.ts';

const { members } = inject('product');

let jpeg: Buffer;
let mcp: McpClient;
/** Contains the allowed folder `in` and the folder `out`, which is not allowed. */
let folder: string;
let stop: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  jpeg = await photo({ widthPx: 80, heightPx: 60 });
});
beforeEach(async () => {
  folder = await realpath(await folderOf({ 'in/a.jpg': jpeg, 'out/b.jpg': jpeg, 'out/sub/c.jpg': jpeg }));
});
afterEach(async () => {
  await mcp.close();
  await stop();
  await remove(folder);
  stop = async () => {};
});

const at = (name: string) => join(folder, name);

/** Connects with the local engine, in the folder `in`. */
async function connect(options: Partial<McpOptions> = {}): Promise<void> {
  mcp = await overStdio({ cwd: at('in'), isLocal: true, ...options });
}

/** Returns the code of a tool's error. Fails if the text contains a stack trace. */
async function refusal(tool: string, input: Record<string, unknown>): Promise<string | undefined> {
  const { isError, text } = await mcp.call(tool, input);
  expect(isError, text).toBe(true);
  expect(text).not.toMatch(/\n\s+at /);
  return /\((\w+)(?:, request \w+)?\)$/.exec(text)?.[1];
}

describe('paths outside the allowed folders', () => {
  it('are refused whether they exist or not, with the same message', async () => {
    await connect();
    for (const [given, absolute] of [
      ['../out/b.jpg', at('out/b.jpg')],
      ['../out/none.jpg', at('out/none.jpg')],
      [at('out/b.jpg'), at('out/b.jpg')],
      [String(pathToFileURL(at('out/b.jpg'))), at('out/b.jpg')],
      ['/etc/passwd', '/etc/passwd'],
    ]) {
      const { isError, text } = await mcp.call('compress_image', { image: given });
      expect([isError, text]).toEqual([
        true,
        `${absolute} is outside the allowed folders, or a link leads out of them. Allowed: ${at('in')}. ` +
          'Use a path within them, or ask the user to share the folder with this server. (outside_roots)',
      ]);
    }
    expect(await refusal('compress_folder', { folder: '..' })).toBe('outside_roots');
    expect(await refusal('estimate', { source: at('out') })).toBe('outside_roots');
    expect(await refusal('make_variants', { image: at('out/b.jpg') })).toBe('outside_roots');
  });

  it('are refused as the place of results', async () => {
    await connect();
    for (const outFolder of ['../out', at('out/new/er'), `${folder}/in/../out`, '/']) {
      expect(await refusal('compress_image', { image: 'a.jpg', outFolder })).toBe('outside_roots');
      expect(await refusal('compress_folder', { folder: '.', outFolder })).toBe('outside_roots');
      expect(await refusal('make_variants', { image: 'a.jpg', outFolder })).toBe('outside_roots');
    }
    expect(await filesBelow(folder)).toEqual(['in/a.jpg', 'out/b.jpg', 'out/sub/c.jpg']);
  });

  it('are refused if symbolic links lead to them', async () => {
    await symlink('../out/b.jpg', at('in/file.jpg'));
    await symlink('../out', at('in/linked'));
    await symlink('../nowhere', at('in/lost'));
    await connect();
    expect(await refusal('compress_image', { image: 'file.jpg' })).toBe('outside_roots');
    expect(await refusal('compress_image', { image: 'linked/b.jpg' })).toBe('outside_roots');
    expect(await refusal('compress_folder', { folder: 'linked' })).toBe('outside_roots');
    for (const outFolder of ['linked', 'linked/new', 'lost', 'lost/new']) {
      expect(await refusal('compress_image', { image: 'a.jpg', outFolder }), outFolder).toBe('outside_roots');
    }
    const { data } = await mcp.call('compress_folder', { folder: '.' });
    expect(data).toMatchObject({ images: 3, done: 1, failed: 2 });
    expect(data.results.slice(0, 2)).toEqual([
      expect.objectContaining({ path: at('in/file.jpg'), code: 'outside_roots' }),
      expect.objectContaining({ path: at('in/linked'), code: 'outside_roots' }),
    ]);
    expect(await filesBelow(at('out'))).toEqual(['b.jpg', 'sub/c.jpg']);
  });

  it('are refused if a link inside the output leads to them', async () => {
    await mkdir(at('in/results'));
    await mkdir(at('in/more'));
    await writeFile(at('in/more/d.jpg'), jpeg);
    await symlink('../../out', at('in/results/more'));
    await connect();
    const { data } = await mcp.call('compress_folder', { folder: '.', outFolder: 'results' });
    expect(data).toMatchObject({ done: 1, failed: 1, results: [{ code: 'outside_roots' }, {}] });
    expect(await filesBelow(at('out'))).toEqual(['b.jpg', 'sub/c.jpg']);
  });
});

describe('the allowed folders', () => {
  it('are the roots of the client, at the time of each call', async () => {
    const roots = [at('out')];
    await connect({ roots, args: ['--root', at('in')] });
    expect(await refusal('compress_image', { image: at('in/a.jpg') })).toBe('outside_roots');
    expect((await mcp.call('compress_image', { image: 'b.jpg' })).data.output).toMatch(`${at('out/b')}.comp`);
    roots.push(at('in'));
    expect((await mcp.call('compress_image', { image: at('in/a.jpg') })).isError).toBe(false);
    roots.length = 0;
    expect(await refusal('compress_image', { image: at('in/a.jpg') })).toBe('no_roots');
    expect((await mcp.call('usage')).isError).toBe(false);
  });

  it('are the roots of a client of the revision 2026-07-28', async () => {
    await connect({ roots: [at('out')], revision: '2026-07-28' });
    expect(await refusal('compress_image', { image: at('in/a.jpg') })).toBe('outside_roots');
    expect((await mcp.call('compress_image', { image: 'b.jpg' })).isError).toBe(false);
  });

  it('are those of --root for a client without roots', async () => {
    await connect({ cwd: at('out'), args: ['--root', at('in'), '--root', at('out/sub')] });
    expect(await refusal('compress_image', { image: at('out/b.jpg') })).toBe('outside_roots');
    for (const image of ['a.jpg', at('out/sub/c.jpg')]) {
      expect((await mcp.call('compress_image', { image })).isError).toBe(false);
    }
  });

  it('are not the home folder or the root of the file system, unless --root names them', async () => {
    await connect({ env: { HOME: at('in') } });
    expect(await refusal('compress_image', { image: 'a.jpg' })).toBe('no_roots');
    await mcp.close();
    await connect({ cwd: '/' });
    expect(await refusal('compress_image', { image: at('in/a.jpg') })).toBe('no_roots');
    await mcp.close();
    await connect({ env: { HOME: at('in') }, args: ['--root', '.'] });
    expect((await mcp.call('compress_image', { image: 'a.jpg' })).isError).toBe(false);
  });

  it('are only those of --root over HTTP, whatever roots the client has', async () => {
    const server = await startHttp({ cwd: at('out'), isLocal: true, args: ['--root', at('in')] });
    stop = server.stop;
    mcp = await overHttp(server.url, { roots: [at('out')] });
    expect(await refusal('compress_image', { image: at('out/b.jpg') })).toBe('outside_roots');
    expect((await mcp.call('compress_image', { image: 'a.jpg' })).isError).toBe(false);
  });
});

describe('existing files', () => {
  it('are kept without overwrite', async () => {
    await writeFile(at('in/a.compressed.webp'), 'mine');
    await connect();
    const input = { image: 'a.jpg', format: 'webp' };
    expect(await refusal('compress_image', input)).toBe('EEXIST');
    const { data } = await mcp.call('compress_folder', { folder: '.', format: 'webp' });
    expect(data).toMatchObject({ images: 1, skipped: 1, done: 0, results: [{ status: 'skipped' }] });
    expect(String(await readFile(at('in/a.compressed.webp')))).toBe('mine');
    expect((await mcp.call('compress_image', { ...input, overwrite: true })).isError).toBe(false);
    expect(await readFile(at('in/a.compressed.webp'), 'latin1')).toMatch(/^RIFF/);
  });

  it('are kept with overwrite if they are originals', async () => {
    await mkdir(at('in/keep'));
    await mkdir(at('in/results'));
    await writeFile(at('in/keep/x.jpg'), jpeg);
    await writeFile(at('in/x.png'), await graphic({ widthPx: 80, heightPx: 60 }));
    await symlink('../keep/x.jpg', at('in/results/x.jpg'));
    await connect();
    const input = { folder: '.', outFolder: 'results', format: 'jpeg', overwrite: true };
    const { data } = await mcp.call('compress_folder', input);
    const refused = { path: at('in/x.png'), code: 'would_overwrite' };
    expect(data).toMatchObject({ images: 3, done: 2, failed: 1, results: [refused, {}, {}] });
    for (const name of ['a.jpg', 'keep/x.jpg']) expect(await readFile(at(`in/${name}`))).toEqual(jpeg);
  });

  it('includes markup and variants', async () => {
    await writeFile(at('in/a.compressed.variants.html'), 'mine');
    await connect();
    expect(await refusal('make_variants', { image: 'a.jpg', widths: [40] })).toBe('EEXIST');
    expect(String(await readFile(at('in/a.compressed.variants.html')))).toBe('mine');
  });
});

describe('wrong calls', () => {
  it.each<[string, string, Record<string, unknown>, string]>([
    ['a missing file', 'compress_image', { image: 'none.jpg' }, 'ENOENT'],
    ['a folder in place of an image', 'compress_image', { image: '.' }, 'EISDIR'],
    ['an image in place of a folder', 'compress_folder', { folder: 'a.jpg' }, 'ENOTDIR'],
    ['a file as the output', 'compress_image', { image: 'a.jpg', outFolder: 'a.jpg/new' }, 'ENOTDIR'],
    ['a wrong type of output', 'make_variants', { image: 'a.jpg', outFolder: 'text.jpg' }, 'ENOTDIR'],
    ['a file that is no image', 'compress_image', { image: 'text.jpg' }, 'unsupported_format'],
    ['an empty file', 'compress_image', { image: 'empty.jpg' }, 'empty_file'],
    ['a damaged image', 'compress_image', { image: 'broken.jpg' }, 'corrupt_image'],
    ['a file that is too large', 'compress_image', { image: 'large.jpg' }, 'file_too_large'],
    ['a folder without images', 'compress_folder', { folder: 'none' }, 'no_images'],
    [
      'contradicting options',
      'compress_image',
      { image: 'a.jpg', fit: 'cover', resizeWidth: 9 },
      'invalid_resize',
    ],
    ['an invalid file URI', 'compress_image', { image: 'file://other/a.jpg' }, 'invalid_path'],
    ['a path with NUL', 'compress_image', { image: 'a.jpg\0' }, 'invalid_path'],
    ['an invalid URL', 'compress_image', { image: 'https://', outFolder: '.' }, 'invalid_url'],
  ])('with %s are errors with a code', async (_, tool, input, code) => {
    for (const [name, content] of Object.entries({
      text: 'text',
      empty: '',
      broken: jpeg.subarray(0, 300),
    })) {
      await writeFile(at(`in/${name}.jpg`), content);
    }
    await writeFile(at('in/large.jpg'), jpeg);
    await truncate(at('in/large.jpg'), 100 * 1_048_576 + 1);
    await mkdir(at('in/none'));
    await connect();
    expect(await refusal(tool, input)).toBe(code);
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, 'image: '],
    [{ image: '' }, 'image: '],
    [{ image: 'a.jpg', quality: 5 }, 'quality: Too small: expected number to be >=10'],
    [{ image: 'a.jpg', format: 'gif' }, 'format: Invalid option: expected one of "auto"|"modern"'],
    [{ image: 'a.jpg', inPlace: true }, 'Unrecognized key: "inPlace"'],
  ])('with the input %j are errors that name the field', async (input, message) => {
    await connect();
    const { isError, text } = await mcp.call('compress_image', input);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  });

  it('list at most 100 images, and are refused for folders with more than 1,000', async () => {
    const addFiles = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, index) => writeFile(at(`in/${from + index}.jpg`), 'text')),
      );
    await addFiles(0, 119);
    await connect();
    const { data } = await mcp.call('compress_folder', { folder: '.', outFolder: 'new' });
    expect(data).toMatchObject({ images: 120, done: 1, failed: 119, omittedResults: 20 });
    expect(data.results.map(({ status }: { status: string }) => status)).toEqual(Array(100).fill('failed'));
    await addFiles(119, 1_000);
    expect(await refusal('compress_folder', { folder: '.' })).toBe('too_many_files');
  });

  it('count all images of a folder, and the others are processed if one fails', async () => {
    await writeFile(at('in/b.jpg'), 'text');
    await connect();
    const { isError, data } = await mcp.call('compress_folder', { folder: '.' });
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      images: 2,
      done: 1,
      failed: 1,
      results: [{ code: 'unsupported_format' }, {}],
    });
  });
});

describe('a server that is not configured', () => {
  it.each<[string, Partial<McpOptions>, string]>([
    ['without a key', { isLocal: false }, 'Missing API key. Set GOSSAMER_API_KEY'],
    ['with a wrong key', { isLocal: false, apiKey: `gsm_${'0'.repeat(40)}` }, 'key'],
    ['with the key of an account on Free', { isLocal: false, apiKey: members.free.apiKey }, 'Pro'],
  ])('starts %s, and each call says what the user must do', async (_, options, message) => {
    await connect(options);
    expect((await mcp.client.listTools()).tools).toHaveLength(5);
    for (const [tool, input] of [
      ['compress_image', { image: 'a.jpg' }],
      ['compress_folder', { folder: '.' }],
      ['usage', {}],
    ] as const) {
      const { isError, text } = await mcp.call(tool, input);
      expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
      expect(text).toContain('Ask the user to correct the configuration of this MCP server');
    }
  });

  it('says how to install a missing local engine', async () => {
    mcp = await overStdio({ cwd: at('in'), args: ['--local'] });
    const { isError, text } = await mcp.call('compress_image', { image: 'a.jpg' });
    expect([isError, text]).toEqual([true, expect.stringContaining('npm install gossamer-engine')]);
  });

  it('says that the service cannot be reached', async () => {
    await connect({
      isLocal: false,
      apiKey: members.mcp.apiKey,
      env: { GOSSAMER_BASE_URL: 'http://127.0.0.1:1' },
    });
    expect(await refusal('usage', {})).toBe('network_failed');
  });
});
