import { link, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renameIfFree, writeAtomically } from '../src/cli/write-atomically.ts';
import { filesBelow, folderOf, remove } from './cli.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const text = async (name: string) => String(await readFile(at(name)));

beforeEach(async () => {
  folder = await folderOf({ 'taken.txt': 'old' });
});
afterEach(() => remove(folder));

describe('writeAtomically', () => {
  it('creates the folder, sets the permissions and replaces files', async () => {
    await writeAtomically(at('new/a.txt'), Buffer.from('a'), { mode: 0o640 });
    await writeAtomically(at('taken.txt'), Buffer.from('new'));
    expect([await text('new/a.txt'), await text('taken.txt')]).toEqual(['a', 'new']);
    expect((await stat(at('new/a.txt'))).mode & 0o777).toBe(0o640);
    expect(await filesBelow(folder)).toEqual(['new/a.txt', 'taken.txt']);
  });

  it('keeps an existing file or link unless it may replace it, and leaves no temporary file', async () => {
    await symlink('nowhere', at('lost.txt'));
    for (const name of ['taken.txt', 'lost.txt']) {
      const written = writeAtomically(at(name), Buffer.from('new'), { isOverwriting: false });
      await expect(written, name).rejects.toMatchObject({ code: 'EEXIST' });
    }
    expect(await text('taken.txt')).toBe('old');
    expect(await filesBelow(folder)).toEqual(['taken.txt']);
  });

  it('writes one of several files with the same path at the same time', async () => {
    const writes = Array.from({ length: 20 }, (_, index) =>
      writeAtomically(at('one.txt'), Buffer.from(`content ${index}`), { isOverwriting: false }),
    );
    const settled = await Promise.allSettled(writes);
    const winners = settled.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(await text('one.txt')).toBe(`content ${winners[0]}`);
    expect(await filesBelow(folder)).toEqual(['one.txt', 'taken.txt']);
  });
});

describe('renameIfFree on a file system without hard links', () => {
  const unsupported: typeof link = () => Promise.reject(Object.assign(new Error(), { code: 'EPERM' }));

  it('renames the file if the path is free', async () => {
    await writeFile(at('from.txt'), 'new');
    await expect(renameIfFree(at('from.txt'), at('taken.txt'), unsupported)).rejects.toMatchObject({
      code: 'EEXIST',
    });
    await rm(at('taken.txt'));
    await renameIfFree(at('from.txt'), at('taken.txt'), unsupported);
    expect(await text('taken.txt')).toBe('new');
    expect(await filesBelow(folder)).toEqual(['taken.txt']);
  });

  it('reports other errors', async () => {
    await expect(renameIfFree(at('gone.txt'), at('new.txt'), link)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
