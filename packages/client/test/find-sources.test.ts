import { realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSources, type SearchLimits } from '../src/cli/find-sources.ts';
import { folderOf, remove } from './cli.ts';

let folder: string;

beforeEach(async () => {
  folder = await realpath(
    await folderOf({
      'in/a.jpg': 'a',
      'in/b/c.png': 'c',
      'in/b/notes.txt': 'n',
      'out/d.jpg': 'd',
      'out/e/f.jpg': 'f',
    }),
  );
});
afterEach(() => remove(folder));

const search = (limits: SearchLimits) => findSources([join(folder, 'in')], undefined, limits);

describe('findSources', () => {
  it('reports links to files and folders that are not allowed, and does not read them', async () => {
    await symlink('../out/d.jpg', join(folder, 'in/link.jpg'));
    await symlink('../out/e', join(folder, 'in/linked'));
    await symlink('b', join(folder, 'in/within'));
    const asked: string[] = [];
    const isAllowed = (path: string) => {
      asked.push(path);
      return path.startsWith(join(folder, 'in'));
    };
    const { sources, faults } = await search({ isAllowed });
    expect(sources.map(({ relativePath }) => relativePath)).toEqual(['a.jpg', 'b/c.png']);
    expect(faults).toEqual([
      expect.objectContaining({ path: join(folder, 'in/link.jpg'), code: 'outside_roots' }),
      expect.objectContaining({ path: join(folder, 'in/linked'), code: 'outside_roots' }),
    ]);
    expect(asked).not.toContain(join(folder, 'out/e/f.jpg'));
  });

  it('stops at the maximum number of images and of files', async () => {
    expect((await search({ maxFiles: 2, maxEntries: 4 })).sources).toHaveLength(2);
    await expect(search({ maxFiles: 1 })).rejects.toThrow('There are more than 1 images.');
    await expect(search({ maxEntries: 3 })).rejects.toThrow('There are more than 3 files.');
  });

  it('stops when its signal is aborted', async () => {
    const signal = AbortSignal.abort('cancelled');
    await expect(search({ signal })).rejects.toBe('cancelled');
  });
});
