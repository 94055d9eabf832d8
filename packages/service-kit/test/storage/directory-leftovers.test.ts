import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDirectoryStorage } from '../../src/storage/directory.ts';

it('directory storage deletes partial files a day after a crash, but keeps more recent files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'gossamer-test-'));
  const incoming = join(root, '.incoming');
  await mkdir(incoming);
  for (const name of ['old', 'new']) await writeFile(join(incoming, name), 'half');
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(incoming, 'old'), dayAgo, dayAgo);
  await createDirectoryStorage(root);
  expect(await readdir(incoming)).toEqual(['new']);
  await rm(root, { recursive: true });
});
