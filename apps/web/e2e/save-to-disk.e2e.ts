import type { Page } from '@playwright/test';
import { CompressPage, fixture } from './compress-page.ts';
import { imagesIn } from './read-zip.ts';
import { expect, test } from './test.ts';
import { expectToast } from './toasts.ts';

type Dropped = { name: string; base64: string };

const droppable = (name: string, as = name): Dropped => ({
  name: as,
  base64: fixture(name).buffer.toString('base64'),
});

/**
 * Drops a folder `trip/day 1` with the given files. The folder is in the private file system of the page's origin,
 * because tests cannot drop files from the disk together with their handles.
 */
function dropFolder(page: Page, files: Dropped[]): Promise<void> {
  return page.evaluate(async (given) => {
    const root = await navigator.storage.getDirectory();
    const trip = await root.getDirectoryHandle('trip', { create: true });
    const day = await trip.getDirectoryHandle('day 1', { create: true });
    for (const { name, base64 } of given) {
      const handle = await day.getFileHandle(name, { create: true });
      const writable = await handle.createWritable();
      await writable.write(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
      await writable.close();
    }
    const picker = () => root.getDirectoryHandle('out', { create: true });
    Object.assign(window, { showDirectoryPicker: picker });
    Object.assign(DataTransferItem.prototype, { getAsFileSystemHandle: async () => trip });
    const data = new DataTransfer();
    data.items.add(new File(['folder'], 'trip'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
}

/** Returns the paths and sizes of all files below a folder of the page's private file system. */
function sizesBelow(page: Page, folder: string): Promise<Record<string, number>> {
  return page.evaluate(async (name) => {
    const sizes: Record<string, number> = {};
    async function visit(directory: FileSystemDirectoryHandle, path: string) {
      for await (const handle of directory.values()) {
        const inner = `${path}${handle.name}`;
        if (handle.kind === 'directory') await visit(handle as FileSystemDirectoryHandle, `${inner}/`);
        else sizes[inner] = (await (handle as FileSystemFileHandle).getFile()).size;
      }
    }
    const root = await navigator.storage.getDirectory();
    await visit(await root.getDirectoryHandle(name), '');
    return sizes;
  }, folder);
}

async function compressFolder(page: Page, files: Dropped[]): Promise<CompressPage> {
  const compress = await new CompressPage(page).open();
  await page.getByRole('radio', { name: 'Same as input' }).check();
  await dropFolder(page, files);
  await expect(compress.rows).toHaveCount(files.length);
  await compress.compress();
  return compress;
}

test('folders keep their structure in a ZIP file and on disk, and existing files are not overwritten', async ({
  page,
}) => {
  const compress = await compressFolder(page, [droppable('waterfall.jpg'), droppable('city.png')]);
  const { bytes } = await compress.download(compress.button('Download all'));
  expect([...imagesIn(bytes).keys()].sort()).toEqual(['trip/day 1/city.png', 'trip/day 1/waterfall.jpg']);
  for (let times = 0; times < 2; times++) {
    await compress.button('More ways to save').click();
    await page.getByRole('menuitem', { name: 'Save to folder…' }).click();
    await expectToast(page, '2 images saved');
  }
  const sizes = await sizesBelow(page, 'out');
  expect(Object.keys(sizes).sort()).toEqual([
    'trip/day 1/city (2).png',
    'trip/day 1/city.png',
    'trip/day 1/waterfall (2).jpg',
    'trip/day 1/waterfall.jpg',
  ]);
  expect(sizes['trip/day 1/waterfall.jpg']).toBeLessThan(fixture('waterfall.jpg').buffer.length);
});

test('variants keep matching names in folders, and never replace originals', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await page.getByRole('button', { name: 'Show advanced options' }).click();
  await page.getByRole('checkbox', { name: 'For a web page' }).check();
  for (const width of ['800', '1200', 'Original'])
    await page.getByRole('button', { name: width, exact: true }).click();
  await dropFolder(page, [droppable('waterfall.jpg')]);
  await compress.compress();
  for (let times = 0; times < 2; times++) {
    await compress.button('More ways to save').click();
    const replace = page.getByRole('menuitem', { name: /^Replace originals…/ });
    await expect(replace).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('menuitem', { name: 'Save to folder…' }).click();
    await expectToast(page, '1 image saved');
  }
  const paths = ['waterfall', 'waterfall (2)'].flatMap((stem) =>
    ['-400w.avif', '-400w.jpg', '-400w.webp', '.html'].map((ending) => `trip/day 1/${stem}${ending}`),
  );
  expect(Object.keys(await sizesBelow(page, 'out')).sort()).toEqual(paths.sort());
});

test('originals are replaced after a confirmation', async ({ page }) => {
  const compress = await compressFolder(page, [droppable('waterfall.jpg'), droppable('city.png')]);
  const before = await sizesBelow(page, 'trip');
  await compress.button('More ways to save').click();
  await page.getByRole('menuitem', { name: 'Replace originals…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Replace 2 originals?' });
  await dialog.getByRole('button', { name: 'Keep originals' }).click();
  expect(await sizesBelow(page, 'trip')).toEqual(before);
  await compress.button('More ways to save').click();
  await page.getByRole('menuitem', { name: 'Replace originals…' }).click();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expectToast(page, '2 originals replaced');
  const after = await sizesBelow(page, 'trip');
  for (const [path, sizeBytes] of Object.entries(before)) expect(after[path]).toBeLessThan(sizeBytes);
});

test('originals that were not dropped cannot be replaced', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('waterfall.jpg'));
  await compress.compress();
  await compress.button('More ways to save').click();
  const replace = page.getByRole('menuitem', { name: /^Replace originals…/ });
  await expect(replace).toHaveAttribute('aria-disabled', 'true');
  await expect(replace).toContainText('Only for dropped files whose type stays the same');
});

test("file names follow the user's name pattern", async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.button('Show advanced options').click();
  await page.getByLabel('File names').fill('{n}-{name}-{width}');
  await compress.add(fixture('waterfall.jpg'), fixture('city.png'));
  await compress.compress();
  const { bytes } = await compress.download(compress.button('Download all'));
  const names = [...imagesIn(bytes).keys()];
  expect(names).toEqual([
    expect.stringMatching(/^1-waterfall-\d+\./),
    expect.stringMatching(/^2-city-\d+\./),
  ]);
  const single = await compress.download(compress.button('Download city.png'));
  expect(single.fileName).toMatch(/^2-city-\d+\./);
});
