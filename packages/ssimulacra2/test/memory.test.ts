import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createReference } from '../src/ssimulacra2.ts';
import { drawn, fixture } from './images.ts';

const rssMib = () => process.memoryUsage.rss() / 2 ** 20;

it('memory stays bounded for many reference images that are never freed', () => {
  const image = drawn(600, 500, 3, (x, y, channel) => (x * y + channel) % 256);
  const references = [createReference(image)];
  createReference(image);
  const before = rssMib();
  // All prepared reference images are still in use, so none can be garbage-collected. Each takes about 10 MiB.
  for (let count = 0; count < 200; count++) references.push(createReference(image));
  expect(rssMib() - before).toBeLessThan(100);
  expect(references[0]?.score(image)).toBe(100);
});

it('reference images are prepared again after they were evicted or freed', async () => {
  const names = ['city', 'flowers', 'page'];
  const distorted = [
    await fixture('city-45.jpg'),
    await fixture('flowers-40.webp'),
    await fixture('page-60.jpg'),
  ];
  const references = await Promise.all(
    names.map(async (name) => createReference(await fixture(`${name}.webp`))),
  );
  const scores = () => references.map((reference, index) => reference.score(distorted[index]!));
  const first = scores();
  expect(new Set(first).size).toBe(3);
  expect(scores()).toEqual(first);
  for (const reference of references) reference.free();
  expect(scores()).toEqual(first);
});

it('scores do not depend on the sizes of earlier images', async () => {
  const [original, distorted] = [await fixture('city.webp'), await fixture('city-45.jpg')];
  const expected = createReference(original).score(distorted);
  for (const [widthPx, heightPx] of [
    [1200, 900],
    [17, 500],
    [900, 33],
  ] as const) {
    const other = drawn(widthPx, heightPx, 1, (x, y) => (x * 7 + y * 13) % 256);
    const [one, two] = [createReference(other), createReference(other)];
    expect(one.score(other) + two.score(other)).toBe(200);
    expect(createReference(original).score(distorted)).toBe(expected);
  }
});

it('the error for a package that was not built contains the build command', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gossamer-ssimulacra2-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const name of ['package.json', 'src']) {
    cpSync(join(import.meta.dirname, '..', name), join(dir, name), { recursive: true });
  }
  const program = `
    const { createReference } = await import('./src/ssimulacra2.ts');
    try { createReference({ data: new Uint8Array(64), widthPx: 8, heightPx: 8, channels: 1 }); }
    catch (error) { process.stdout.write(error.message); }`;
  const args = ['--input-type=module', '--eval', program];
  const output = execFileSync(process.execPath, args, { cwd: dir, encoding: 'utf8' });
  expect(output).toContain('npm --prefix packages/ssimulacra2 run build');
});
