import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';

const exec = promisify(execFile);
const cwd = inject('engineFolder');
const root = join(import.meta.dirname, '../../..');
const installed = join(cwd, 'node_modules/gossamer-engine');
const read = (name: string) => readFile(join(installed, name), 'utf8');

it('the packed package contains only the intended files and no references to this repository', async () => {
  expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  const dist = await readdir(join(installed, 'dist'));
  expect(dist).toEqual(
    expect.arrayContaining(['engine-child.js', 'index.d.ts', 'index.js', 'ssimulacra2.wasm']),
  );
  for (const name of ['LICENSE', 'README.md', ...dist.map((file) => `dist/${file}`)]) {
    const text = await read(name);
    expect(text, name).not.toContain('@gossamer/');
    expect(text, name).not.toContain(root);
  }
});

it('the manifest of the packed package specifies exact versions of its six dependencies', async () => {
  const { name, version, license, dependencies } = JSON.parse(await read('package.json')) as Record<
    string,
    unknown
  >;
  expect([name, version, license]).toEqual(['gossamer-engine', '1.0.0', 'SEE LICENSE IN LICENSE']);
  const names = ['@napi-rs/image', 'libheif-js', 'sharp', 'thumbhash', 'wasm-vips', 'zod'];
  expect(dependencies).toEqual(
    Object.fromEntries(names.map((each) => [each, expect.stringMatching(/^\d+\.\d+\.\d+$/)])),
  );
  expect(await read('LICENSE')).toMatch(/All rights reserved\.[\s\S]+SSIMULACRA2[\s\S]+BSD 3-Clause License/);
});

it.each(['nodenext', 'bundler'])(
  'the types of the packed package do not depend on other packages, with module resolution %s',
  async (resolution) => {
    const source = `
    import { type CompressionOptions, LocalEngineError, openEngine } from 'gossamer-engine';
    const options: CompressionOptions = { variants: { widths: [400, 'original'], densities: [1, 2] } };
    const engine = openEngine({ processes: 2 });
    const { bytes, report, variants } = await engine.compress(new Uint8Array(1), options, { signal: AbortSignal.timeout(9) });
    const size: number = bytes.length;
    report.score satisfies number | null;
    variants?.files[0]?.bytes satisfies Uint8Array | undefined;
    // @ts-expect-error gif is not a format
    await engine.compress(bytes, { format: 'gif' });
    engine.close();
    export { LocalEngineError, size };
  `;
    await writeFile(join(cwd, 'consumer.mts'), source);
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
    const strict = [
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
    const tsc = join(root, 'node_modules/.bin/tsc');
    await exec(tsc, ['consumer.mts', ...strict, ...target], { cwd }).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
  },
);
