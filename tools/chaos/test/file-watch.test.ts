import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FileWatch, watchFiles } from '../src/file-watch.ts';

let folder: string;
let files: FileWatch;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gossamer-chaos-'));
  for (const key of ['originals', 'results/a', 'results/b'])
    mkdirSync(join(folder, key), { recursive: true });
  for (const key of ['originals/a', 'results/a/1', 'originals/b', 'results/b/1', 'results/b/1-preview'])
    writeFileSync(join(folder, key), 'x');
  files = watchFiles({ env: {}, folder, close: async () => undefined });
});

afterEach(() => {
  files.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('the file watcher returns deletion times for deleted files only', async () => {
  const before = Date.now();
  rmSync(join(folder, 'originals/a'));
  rmSync(join(folder, 'results/b/1-preview'));
  await waitFor('the original to be missed', () => files.goneAtMs('a').length === 1);
  expect(files.goneAtMs('a')[0]).toBeGreaterThanOrEqual(before);
  expect(files.goneAtMs('b')).toEqual([]);
  expect(files.goneAtMs('c')).toEqual([]);
  rmSync(join(folder, 'results/a'), { recursive: true });
  await waitFor('both to be missed', () => files.goneAtMs('a').length === 2);
});

it('the file watcher discards the deletion time of a file that exists again', async () => {
  rmSync(join(folder, 'originals/a'));
  await waitFor('it to be missed', () => files.goneAtMs('a').length === 1);
  writeFileSync(join(folder, 'originals/a'), 'x');
  await waitFor('it to be seen', () => files.goneAtMs('a').length === 0);
});
