import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { photo } from '@gossamer/testkit/images';
import { describe, expect, inject, it } from 'vitest';

const exec = promisify(execFile);
const cwd = inject('installedIn');
const { url: baseUrl, members } = inject('product');
const { apiKey } = members.packed;
const env = { ...process.env, GOSSAMER_API_KEY: apiKey, GOSSAMER_BASE_URL: baseUrl };
const installed = join(cwd, 'node_modules/gossamer');

/**
 * Returns the source text of a module and of all modules that it imports, and the names of external modules. With
 * `isStatic`, modules that are imported later, by a call, are left out.
 */
async function graphOf(
  file: string,
  { isStatic = false } = {},
  graph = new Map<string, string>(),
  foreign: string[] = [],
) {
  const text = await readFile(file, 'utf8');
  graph.set(file, text);
  for (const [, call, target = ''] of text.matchAll(/(?:from|import)\s*(\(?)\s*["'`]([\w@./:-]+)["'`]/g)) {
    const next = join(dirname(file), target);
    if (isStatic && call) continue;
    if (!target.startsWith('.')) foreign.push(target);
    else if (!graph.has(next)) await graphOf(next, { isStatic }, graph, foreign);
  }
  return { texts: [...graph.values()], foreign };
}

describe('the packed package', () => {
  it('contains only the intended files, and no dependencies or references to this repository', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect([manifest.name, manifest.version, manifest.private]).toEqual(['gossamer', '1.0.0', undefined]);
    expect([manifest.dependencies, manifest.peerDependencies]).toEqual([undefined, undefined]);
    expect(await readdir(join(cwd, 'node_modules'))).toEqual(['.bin', '.package-lock.json', 'gossamer']);
    expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const dist = await readdir(join(installed, 'dist'));
    const modules = ['index.js', 'index.d.ts', 'webhooks.js', 'webhooks.d.ts', 'cli.js'];
    for (const name of [...modules, 'LICENSES.txt', 'config.schema.json']) expect(dist).toContain(name);
    for (const name of dist) {
      const text = await readFile(join(installed, 'dist', name), 'utf8');
      expect(text).not.toContain('@gossamer/');
      expect(text).not.toContain(join(import.meta.dirname, '../../..'));
    }
  });

  it('contains the licenses of the packages in the bundle', async () => {
    const text = await readFile(join(installed, 'dist/LICENSES.txt'), 'utf8');
    const names = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+ \([\w.-]+\)$/gm)].map(([, name]) => name);
    expect(names).toEqual([...new Set(names)].sort());
    expect(names).toEqual(expect.arrayContaining(['commander', 'tinyglobby', 'zod']));
    expect(text).not.toContain('undefined');
  });

  it('uses no Node.js API in its modules, so that browsers can import them', async () => {
    for (const entry of ['index.js', 'webhooks.js']) {
      const { texts, foreign } = await graphOf(join(installed, 'dist', entry));
      // The markup for Next.js contains an import as text.
      expect(foreign.filter((name) => name !== 'next/image')).toEqual([]);
      for (const text of texts)
        expect(text).not.toMatch(/\b(process|Buffer|require|__dirname|global)\b[.([]/);
    }
  });

  it('can be imported by its name', async () => {
    const image = join(cwd, 'image.jpg');
    await writeFile(image, await photo({ widthPx: 90, heightPx: 60, seed: 9 }));
    const script = `
      import { readFile } from 'node:fs/promises';
      import { Gossamer, GossamerError, verifyWebhook } from 'gossamer';
      import { verifyWebhook as same } from 'gossamer/webhooks';
      const { GOSSAMER_API_KEY: apiKey, GOSSAMER_BASE_URL: baseUrl } = process.env;
      const gossamer = new Gossamer({ apiKey, baseUrl });
      const job = await gossamer.compress(await readFile('image.jpg'), { quality: 70 });
      const bytes = await gossamer.download(job.id);
      const code = await gossamer.get('none').catch((error) => error instanceof GossamerError && error.code);
      console.log(JSON.stringify([bytes.length === job.result.sizeBytes, code, verifyWebhook === same]));
    `;
    const { stdout } = await exec(process.execPath, ['--input-type=module', '-e', script], { cwd, env });
    expect(JSON.parse(stdout)).toEqual([true, 'compression_not_found', true]);
  });

  it('includes its command-line tool', async () => {
    expect((await exec('npx', ['--offline', 'gossamer', '--version'], { cwd, env })).stdout).toBe('1.0.0\n');
    await writeFile(join(cwd, 'command.jpg'), await photo({ widthPx: 90, heightPx: 60, seed: 10 }));
    const args = ['--offline', 'gossamer', 'compress', 'command.jpg', '--format', 'webp'];
    const { stdout } = await exec('npx', args, { cwd, env });
    expect(stdout).toContain('command.jpg → command.compressed.webp');
  });

  it('loads the MCP server only for its command', async () => {
    const { texts } = await graphOf(join(installed, 'dist/cli.js'), { isStatic: true });
    const { texts: all } = await graphOf(join(installed, 'dist/cli.js'));
    const withSdk = (modules: string[]) =>
      modules.filter((text) => text.includes('io.modelcontextprotocol/'));
    expect([withSdk(texts).length, withSdk(all).length]).toEqual([0, 1]);
    // The SDK's JSON Schema validator is left out.
    for (const text of all) expect(text).not.toContain('ajv');
  });

  it.each(['nodenext', 'bundler'])(
    'has types without dependencies on other packages, with module resolution %s',
    async (resolution) => {
      const source = `
      import { type Compression, CompressionFailedError, Gossamer, type WebhookMessage } from 'gossamer';
      import { verifyWebhook } from 'gossamer/webhooks';
      const gossamer = new Gossamer({ apiKey: 'gsm_x', fetch: globalThis.fetch });
      const job = await gossamer.compress(new Uint8Array(1), { format: 'webp', metadata: { a: 'b' } });
      const size: number = job.result.sizeBytes;
      const blob = new Blob([await gossamer.download(job)]);
      for await (const one of gossamer.list({ status: 'failed' })) one satisfies Compression;
      const message: WebhookMessage = await verifyWebhook('', new Headers(), ['whsec_']);
      if (message.type !== 'webhook.test') message.data.result?.report?.score satisfies number | null | undefined;
      // @ts-expect-error gif is not a format
      await gossamer.compress({ url: 'https://example.com/a.jpg' }, { format: 'gif' });
      export { blob, CompressionFailedError, size };
    `;
      await writeFile(join(cwd, 'consumer.mts'), source);
      const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
      const flags = [
        '--noEmit',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--skipLibCheck',
        'false',
        '--types',
        '',
      ];
      const target = [
        '--module',
        module,
        '--moduleResolution',
        resolution,
        '--target',
        'es2022',
        '--lib',
        'es2024,dom',
      ];
      const tsc = join(import.meta.dirname, '../../../node_modules/.bin/tsc');
      await exec(tsc, ['consumer.mts', ...flags, ...target], { cwd }).catch((error: { stdout: string }) => {
        throw new Error(error.stdout);
      });
    },
  );
});
