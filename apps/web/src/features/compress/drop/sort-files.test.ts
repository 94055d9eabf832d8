import { describe, expect, it } from 'vitest';
import { sortFiles } from './sort-files.ts';

const room = { maxFileBytes: 100, freePlaces: 2 };
const file = (name: string, sizeBytes = 10, type = '') =>
  new File([new Uint8Array(sizeBytes)], name, { type });

describe('sortFiles', () => {
  // Spec: 5.15
  it('accepts every extension of the specification in any case, and pasted images by media type', () => {
    const names = ['a.jpg', 'b.JPEG', 'c.Png', 'd.webp', 'e.HEIC', 'f.heif'];
    const files = [...names.map((name) => file(name)), file('image', 10, 'image/png')];
    expect(sortFiles(files, { ...room, freePlaces: 10 }).accepted).toHaveLength(7);
  });

  it('accepts AVIF, GIF, TIFF and BMP files by extension, and pasted images by media type', () => {
    const files = ['a.avif', 'b.GIF', 'c.tif', 'd.TIFF', 'e.bmp'].map((name) => file(name));
    const pasted = file('image', 10, 'image/gif');
    expect(sortFiles([...files, pasted], { ...room, freePlaces: 10 }).accepted).toHaveLength(6);
  });

  it('returns each rejected file with its reason', () => {
    const files = [
      file('a.svg', 10, 'image/svg+xml'),
      file('b.png', 0),
      file('c.png', 101),
      file('d.png', 100),
    ];
    const { accepted, rejected } = sortFiles(files, room);
    expect(accepted.map(({ name }) => name)).toEqual(['d.png']);
    expect(rejected).toEqual([
      { name: 'a.svg', sizeBytes: 10, reason: 'type' },
      { name: 'b.png', sizeBytes: 0, reason: 'empty' },
      { name: 'c.png', sizeBytes: 101, reason: 'tooLarge' },
    ]);
  });

  it('ignores files that operating systems create in folders, such as .DS_Store', () => {
    const { accepted, rejected } = sortFiles(
      ['.DS_Store', 'Thumbs.db', 'a.png'].map((n) => file(n)),
      room,
    );
    expect([accepted.length, rejected.length]).toEqual([1, 0]);
  });

  it('accepts the first files if there are too many, without counting rejected files', () => {
    const { accepted, rejected } = sortFiles(
      ['x.txt', 'a.png', 'b.png', 'c.png'].map((n) => file(n)),
      room,
    );
    expect(accepted.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    expect(rejected.map(({ reason }) => reason)).toEqual(['type', 'tooMany']);
  });
});
