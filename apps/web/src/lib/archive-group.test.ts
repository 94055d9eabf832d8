// @vitest-environment jsdom
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { someId } from '../test/protocol-server.ts';
import { someVariants } from '../test/some-variants.ts';
import { createManifest } from './archive-manifest.ts';
import { fileNamer } from './archive-names.ts';
import { type DownloadReport, fetchEntries, type ResultEntry, type WantedResult } from './save-results.ts';

beforeAll(async () => {
  await startI18n('en');
  localStorage.setItem('gossamer.names', 'photo-{n}');
});
afterEach(() => vi.unstubAllGlobals());

const group = someVariants();
const image = (key: string, changes: Partial<WantedResult> = {}): WantedResult => ({
  key,
  originalName: 'harbor.jpg',
  originalBytes: 10_000,
  folder: '',
  result: { id: someId, originalFormat: 'jpeg', format: 'jpeg', width: 800, height: 400, variants: group },
  ...changes,
});

/** Stubs `fetch` with responses that contain the requested path, except for a path that fails. */
function answer(failing?: string): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async ({ pathname }: URL) => {
    asked.push(pathname);
    if (pathname !== failing) return new Response(pathname);
    return Response.json({ code: 'result_expired', message: 'Gone.', requestId: 'r-1' }, { status: 410 });
  });
  return asked;
}

async function entriesOf(wanted: WantedResult[]) {
  const report: DownloadReport = { savedKeys: [], failures: [] };
  const { uniqueName, uniqueStem } = fileNamer();
  const progress = { signal: new AbortController().signal, onProgress: () => {} };
  const entries: ResultEntry[] = [];
  const paths: string[] = [];
  for await (const entry of fetchEntries(wanted, report, progress, uniqueStem)) {
    entries.push(entry);
    paths.push(uniqueName(entry.name, entry.folder));
  }
  return { entries, paths, report };
}

/** Returns the text of a file. jsdom does not implement `Blob.text`. */
const textOf = (entry: { blob: Blob } | undefined) =>
  new Promise<string>((resolve, reject) => {
    if (!entry) return reject(new Error('There is no such file'));
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(entry.blob);
  });

it('variants keep their names and are followed by the markup that refers to them', async () => {
  const asked = answer();
  const { entries, paths, report } = await entriesOf([image('a', { folder: 'trip' })]);
  expect(paths).toEqual([
    'trip/harbor-800w.avif',
    'trip/harbor-400w.jpg',
    'trip/harbor-800w.jpg',
    'trip/harbor.html',
  ]);
  expect(asked).toEqual(['800.avif', '400.jpg', '800.jpg'].map((name) => `/api/download/${someId}/${name}`));
  const html = await textOf(entries[3]);
  for (const { filename } of group.files) expect(html).toContain(filename);
  expect(html).toContain('width="800"');
  expect(report).toEqual({ savedKeys: ['a'], failures: [] });
});

it('all files of a group get the same number if a name is taken, and the markup refers to these names', async () => {
  answer();
  const plain = image('b', { originalName: 'harbor-400w.jpg' });
  const single = { ...plain, result: { ...plain.result, variants: undefined } };
  const { entries, paths } = await entriesOf([single, image('a'), image('c')]);
  expect(paths).toEqual([
    'photo-1.jpg',
    ...['harbor', 'harbor (2)'].flatMap((stem) =>
      ['-800w.avif', '-400w.jpg', '-800w.jpg', '.html'].map((ending) => stem + ending),
    ),
  ]);
  const html = await textOf(entries.at(-1));
  expect(html).toContain('harbor%20%282%29-800w.avif 800w');
  expect(html).not.toContain('harbor-');
});

it('the markup shows images of a higher density at their width on the page', async () => {
  answer();
  const settings = {
    quality: 85,
    format: 'auto' as const,
    resize: null,
    filter: 'none' as const,
    variants: { widths: [400], densities: [1, 2] as (1 | 2)[], formats: [] },
  };
  const { entries } = await entriesOf([image('a', { settings })]);
  expect(await textOf(entries[3])).toContain('width="400"');
});

it('a group is omitted and reported if one of its files cannot be fetched', async () => {
  answer(`/api/download/${someId}/400.jpg`);
  const { paths, report } = await entriesOf([image('a')]);
  expect(paths).toEqual([]);
  expect(report).toEqual({ savedKeys: [], failures: [{ reason: 'result_expired' }] });
});

it('files without a URL are requested by the id of the compression', async () => {
  const asked = answer();
  const files = group.files.map(({ url: _, ...file }) => file);
  const wanted = image('a');
  await entriesOf([{ ...wanted, result: { ...wanted.result, variants: { ...group, files } } }]);
  expect(asked[0]).toBe(`/api/download/${someId}/800.avif`);
});

it('the manifest lists all variants, and only the main one counts in its totals', async () => {
  answer();
  const { entries, paths } = await entriesOf([image('a')]);
  const manifest = await createManifest();
  for (const [index, entry] of entries.entries()) await manifest.add(entry, paths[index] ?? '');
  const [json, page] = manifest.entries();
  const { files } = JSON.parse(await textOf(json));
  expect(files).toHaveLength(3);
  expect(files.map(({ path }: { path: string }) => path)).toEqual(paths.slice(0, 3));
  expect(files[0]).toMatchObject({
    result: { format: 'avif', widthPx: 800, heightPx: 400 },
    variant: { isMain: false, score: 81.4 },
  });
  expect(files[2].variant.isMain).toBe(true);
  expect(await textOf(page)).toContain('1 image, ');
});
