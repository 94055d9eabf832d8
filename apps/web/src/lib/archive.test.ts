import { expect, it } from 'vitest';
import { archiveName, packArchive } from './archive.ts';

/** Returns the file names in the central directory of a ZIP file. */
async function namesIn(archive: Blob): Promise<string[]> {
  const bytes = Buffer.from(await archive.arrayBuffer());
  const entry = Buffer.from('PK\x01\x02', 'latin1');
  const names: string[] = [];
  for (let at = bytes.indexOf(entry); at >= 0; at = bytes.indexOf(entry, at + 4)) {
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)));
  }
  return names;
}

it('the archive requests results one by one and makes duplicate file names unique', async () => {
  const log: string[] = [];
  async function* entries() {
    for (const name of ['a.webp', 'A.webp', '../b.png']) {
      log.push(`asked for ${name}`);
      const blob = new Blob([name.repeat(1_000)]);
      yield { name, blob };
      log.push(`packed ${name}`);
    }
  }
  const archive = await packArchive(entries());
  expect(await namesIn(archive)).toEqual(['a.webp', 'A (2).webp', '__b.png']);
  expect(log).toEqual([
    'asked for a.webp',
    'packed a.webp',
    'asked for A.webp',
    'packed A.webp',
    'asked for ../b.png',
    'packed ../b.png',
  ]);
});

it('the archive ends with entries that describe the others', async () => {
  async function* entries() {
    for (const folder of ['x', 'y']) yield { name: 'a.png', folder, blob: new Blob(['a']) };
  }
  const paths: string[] = [];
  const archive = await packArchive(entries(), {
    add: async (_, path) => void paths.push(path),
    entries: () => [{ name: `${paths.length}.json`, blob: new Blob(['{}']) }],
  });
  expect(await namesIn(archive)).toEqual(['x/a.png', 'y/a.png', '2.json']);
  expect(paths).toEqual(['x/a.png', 'y/a.png']);
});

it.each(['add', 'entries'])('the archive has no description if %s fails', async (failing) => {
  async function* entries() {
    yield { name: 'a.png', blob: new Blob(['a']) };
  }
  const archive = await packArchive(entries(), {
    add: async () => {
      if (failing === 'add') throw new Error('no memory');
    },
    entries: () => {
      if (failing === 'entries') throw new URIError('malformed');
      return [{ name: 'b.json', blob: new Blob(['{}']) }];
    },
  });
  expect(await namesIn(archive)).toEqual(['a.png']);
});

it('the archive stream fails if iterating over the entries fails', async () => {
  async function* entries() {
    yield { name: 'a.png', blob: new Blob(['a']) };
    throw new Error('stopped');
  }
  await expect(packArchive(entries())).rejects.toThrow('stopped');
});

it('the archive is named after the day and minute of its creation', () => {
  expect(archiveName(new Date(2026, 0, 5, 7, 9))).toBe('gossamer-2026-01-05-0709.zip');
});
