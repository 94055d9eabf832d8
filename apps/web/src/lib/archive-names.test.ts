import { describe, expect, it } from 'vitest';
import { fileNamer, safeFileName } from './archive-names.ts';

describe('safeFileName', () => {
  it.each([
    ['photo.webp', 'photo.webp'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['a/b\\c:d.png', 'a_b_c_d.png'],
    ['.hidden.png', '_hidden.png'],
    ['CON.png', '_CON.png'],
    ['trailing. ', 'trailing'],
    ['gpj\u202e.exe', 'gpj_.exe'],
    ['', 'image'],
    ['日本.png', '日本.png'],
  ])('converts %j to the file name %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });
});

describe('fileNamer', () => {
  it('numbers duplicate names before the extension, ignoring case', () => {
    const { uniqueName } = fileNamer();
    expect(['a.png', 'A.PNG', 'a.png', 'a (2).png', 'b'].map((name) => uniqueName(name))).toEqual([
      'a.png',
      'A (2).PNG',
      'a (3).png',
      'a (2) (2).png',
      'b',
    ]);
  });

  it('keeps folders, and makes names unique only within their folder', () => {
    const { uniqueName } = fileNamer();
    expect(uniqueName('a.png', 'trip/day 1')).toBe('trip/day 1/a.png');
    expect(uniqueName('a.png', 'trip/day 2')).toBe('trip/day 2/a.png');
    expect(uniqueName('a.png', 'trip/day 2')).toBe('trip/day 2/a (2).png');
    expect(uniqueName('a.png')).toBe('a.png');
  });

  it('makes folders safe, so that no file is written outside of the archive', () => {
    expect(fileNamer().uniqueName('a.png', '../../etc/../con')).toBe('_/_/etc/_/_con/a.png');
  });

  it('gives files that belong together the same number if one of their names is taken', async () => {
    const { uniqueName, uniqueStem } = fileNamer();
    const endings = ['-400w.avif', '-400w.jpg', '.html'];
    expect(await uniqueStem('harbor', endings, '')).toBe('harbor');
    uniqueName('HARBOR-400w.jpg');
    expect(await uniqueStem('harbor', endings, '')).toBe('harbor (2)');
    expect(await uniqueStem('harbor', endings, 'trip')).toBe('harbor');
    const exists = async (path: string) => path === 'trip/harbor.html';
    expect(await uniqueStem('harbor', endings, 'trip', exists)).toBe('harbor (2)');
    expect(await uniqueStem('../a:b.', endings, '')).toBe('__a_b');
  });
});
