import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CompressPage, fixture, textFile } from './compress-page.ts';
import { expect, test } from './test.ts';
import { expectToast, toastOf } from './toasts.ts';

// Spec: 2.77
test('a click on the drop zone outside its buttons opens the file chooser', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  const zone = page.getByTestId('drop-zone');
  await expect(zone).toContainText('or click to browse');
  const chooser = page.waitForEvent('filechooser');
  await zone.click({ position: { x: 10, y: 10 } });
  await (await chooser).setFiles([fixture('terminal.png')]);
  await expect(compress.row('terminal.png')).toBeVisible();
  await expect(compress.rows).toHaveCount(1);
});

// Spec: 5.21, 5.23
test('rejected files are listed with their names and reasons', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(
    textFile('notes.txt', 'text/plain'),
    { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    fixture('terminal.png'),
  );
  await expect(compress.rows).toHaveCount(1);
  const notice = page.getByRole('alert').filter({ hasText: '2 files skipped' });
  await expect(notice.getByRole('listitem')).toHaveText([
    /notes\.txt.*not a JPG, PNG, WebP, AVIF, GIF, TIFF, BMP or HEIC image/,
    /empty\.png.*the file is empty/,
  ]);
  await compress.button('Dismiss').click();
  await expect(notice).toBeHidden();
});

// Spec: 5.22
test('a file that is one byte larger than the plan allows is rejected', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await dropOnFooter(page, 'large.png', 50 * 1024 ** 2 + 1);
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(
    /large\.png.*50\.00 MB, larger than 50 MB/,
  );
  await expect(compress.rows).toHaveCount(0);
  await dropOnFooter(page, 'largest.png', 50 * 1024 ** 2);
  await expect(compress.row('largest.png')).toContainText('50.00 MB');
});

// Spec: 5.19
test('ten files are accepted, and an eleventh is rejected with an error that names it', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(
    ...Array.from({ length: 11 }, (_, index) => fixture('terminal.png', `shot-${index + 1}.png`)),
  );
  await expect(compress.rows).toHaveCount(10);
  await expect(page.getByRole('alert')).toContainText(/shot-11\.png.*only 10 files at once/);
});

test('pasted images are accepted', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await pasteSample(page);
  await expect(compress.row('pasted.png')).toBeVisible();
});

test('images dropped outside the drop zone are accepted', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await dropOnFooter(page, 'beside.png', 100);
  await expect(compress.row('beside.png')).toHaveCount(1);
});

// Spec: 2.76
test('the drop zone shows how many of the dragged files are images, and adds them when they are dropped', async ({
  page,
}) => {
  const compress = await new CompressPage(page).open();
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'a.png', { type: 'image/png' }));
    data.items.add(new File(['x'], 'b.pdf', { type: 'application/pdf' }));
    return data;
  });
  const zone = page.getByTestId('drop-zone');
  await zone.dispatchEvent('dragenter', { dataTransfer });
  await expect(zone).toContainText('Drop to add 1 image');
  await expect(zone).toContainText('1 other file is not an image and will be skipped.');
  await zone.dispatchEvent('drop', { dataTransfer });
  await expect(compress.rows).toHaveCount(1);
  await expect(page.getByRole('alert')).toContainText('b.pdf');
});

/** Drags files over the page. Resolves with a function that drops the files. */
async function dragOver(page: Page, paths: string[]): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  // Use a position on the header, which is visible and outside the drop zone.
  const at = { x: 150, y: 20 };
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const send = async (type: 'dragEnter' | 'dragOver' | 'drop') => {
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
  };
  await send('dragEnter');
  await send('dragOver');
  return () => send('drop');
}

test('a folder can be dropped outside the drop zone, and the page shows that it accepts the drop', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'gossamer-folder-'));
  await mkdir(join(folder, 'inner'));
  for (const path of ['one.png', 'inner/two.png']) {
    await copyFile(join(import.meta.dirname, 'fixtures/terminal.png'), join(folder, path));
  }
  const compress = await new CompressPage(page).open();
  const marked = page.locator('html[data-takes-drop]');
  const zone = page.getByTestId('drop-zone');
  const drop = await dragOver(page, [folder]);
  await expect(marked).toHaveCount(1);
  await expect(zone).toContainText('Drop to add 1 image');
  // Simulate a drag that leaves the window and returns.
  await page.locator('header').dispatchEvent('dragleave');
  await expect(marked).toHaveCount(0);
  await expect(zone).toContainText('Drop images here');
  await drop();
  await expect(compress.row('one.png')).toHaveCount(1);
  await expect(compress.row('two.png')).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(marked).toHaveCount(0);
  await rm(folder, { recursive: true });
});

test('dropping or pasting an image on the landing page opens the compression tool', async ({ page }) => {
  const compress = new CompressPage(page);
  await page.goto('/');
  const drop = await dragOver(page, [join(import.meta.dirname, 'fixtures/terminal.png')]);
  await drop();
  await expect(page).toHaveURL(/\/compress$/);
  await expect(compress.row('terminal.png')).toHaveCount(1);

  await page.goto('/');
  await pasteSample(page);
  await expect(page).toHaveURL(/\/compress$/);
  await expect(compress.row('pasted.png')).toHaveCount(1);
});

// Spec: 2.108
test('clearing unfinished files requires a confirmation', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('terminal.png'));
  await compress.button('Clear all').click();
  const dialog = page.getByRole('alertdialog', { name: 'Clear all files?' });
  await dialog.getByRole('button', { name: 'Keep files' }).click();
  await expect(compress.rows).toHaveCount(1);
  await compress.button('Clear all').click();
  await dialog.getByRole('button', { name: 'Clear all' }).click();
  await expect(compress.rows).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^(Drop images here|Images to compress)$/ })).toBeVisible();
});

// Spec: 2.108
test('clearing downloaded files needs no confirmation and can be undone', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('terminal.png'));
  await compress.compress();
  await compress.download(compress.button('Download terminal.png'));
  await expectToast(page, 'Download Started');
  await compress.button('Clear all').click();
  await expect(compress.rows).toHaveCount(0);
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await compress.expectStatus('terminal.png', 'completed');
});

// Spec: 2.78
test('the file list is fully operable by keyboard', async ({ page, isMobile }) => {
  const compress = await new CompressPage(page).open();
  async function tabTo(name: RegExp) {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement?.closest('button');
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      if (name.test(focused)) return;
    }
    throw new Error(`Failed to reach ${name} with the Tab key`);
  }

  // Start waiting before the key press, so that Playwright intercepts the file chooser.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(/^Select Files$/);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([fixture('terminal.png')]);
  await expect(compress.rows).toHaveCount(1);
  if (!isMobile) {
    // Do not test the settings on phones, where they are in a bottom sheet.
    await page.getByLabel('Quality', { exact: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByTestId('preset-custom')).toHaveText('Custom');
  }
  await tabTo(/^Compress$/);
  await page.keyboard.press('Enter');
  await compress.expectStatus('terminal.png', 'completed');
  await compress.button('Select Files').focus();
  await tabTo(/^Download terminal\.png$/);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Space');
  expect((await download).suggestedFilename()).toMatch(/^compressed_terminal\./);
});

function pasteSample(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const blob = await (await fetch('/sample-image.png')).blob();
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob], 'pasted.png', { type: 'image/png' }));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
}

/** Drops a zero-filled file of `sizeBytes` bytes with an image media type onto the footer. */
async function dropOnFooter(page: Page, name: string, sizeBytes: number): Promise<void> {
  await page.evaluate(
    ([fileName, size]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(size)], fileName, { type: 'image/png' }));
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('footer')?.dispatchEvent(drop);
    },
    [name, sizeBytes] as const,
  );
}
