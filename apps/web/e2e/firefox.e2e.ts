import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { formatOf } from './compress-page.ts';
import { download, expect, press, test, until, waitForStatus } from './firefox.ts';
import { imagesIn } from './read-zip.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

// Run the tests serially. Starting a second browser takes longer than running the tests in parallel saves.
test.describe.configure({ mode: 'default' });

test('Firefox previews, compresses, compares and downloads a chosen HEIC image', async ({ firefoxPage }) => {
  const { page } = firefoxPage;
  const input = await page.$('[data-testid=drop-zone] input[type=file]');
  await input?.uploadFile(pathOf('phone.heic'), pathOf('terminal.png'));
  await waitForPreviews(page, 2);

  await press(page, 'Compress');
  await waitForStatus(page, 'phone.heic', 'completed');
  await waitForStatus(page, 'terminal.png', 'completed');

  await press(page, 'Compare phone.heic');
  await until(page, () => document.querySelector('[data-testid=stage][aria-busy=false]') !== null);
  expect(await page.$$('[role=dialog] [role=alert]')).toHaveLength(0);
  expect(await meanDifference(page)).toBeLessThan(12);
  await press(page, 'Close', '[role=dialog]');

  const { fileName, bytes } = await download(firefoxPage, 'Download phone.heic');
  expect(fileName).toMatch(/^compressed_phone\.(webp|jpg)$/);
  expect(formatOf(bytes)).toBe(fileName.endsWith('webp') ? 'webp' : 'jpeg');
});

// Firefox ESR does not support JPEG XL.
test('Firefox shows a JPEG XL result in the comparison, decoded by the page', async ({ firefoxPage }) => {
  const { page } = firefoxPage;
  await page.evaluate(() => document.querySelector<HTMLInputElement>('input[value=jxl]')?.click());
  await drop(page, ['city.png']);
  await press(page, 'Compress');
  await waitForStatus(page, 'city.png', 'completed');
  await press(page, 'Compare city.png');
  await until(page, () => document.querySelector('[data-testid=stage][aria-busy=false]') !== null);
  expect(await page.$$('[role=dialog] [role=alert]')).toHaveLength(0);
  expect(await meanDifference(page)).toBeLessThan(12);
});

test('Firefox accepts dropped images and downloads the results in one ZIP', async ({ firefoxPage }) => {
  const { page } = firefoxPage;
  await drop(page, ['city.png', 'waterfall.jpg']);
  await waitForPreviews(page, 2);
  await press(page, 'Compress');
  await waitForStatus(page, 'city.png', 'completed');
  await waitForStatus(page, 'waterfall.jpg', 'completed');
  const { bytes } = await download(firefoxPage, 'Download all');
  expect(imagesIn(bytes).size).toBe(2);
});

test('Firefox makes an image in several widths and formats, and downloads them in one ZIP', async ({
  firefoxPage,
}) => {
  const { page } = firefoxPage;
  await press(page, 'Show advanced options');
  await until(page, () => {
    const labels = Array.from(document.querySelectorAll('label'));
    const option = labels.find(({ textContent }) => textContent === 'For a web page');
    option?.click();
    return option !== undefined;
  });
  await drop(page, ['waterfall.jpg']);
  await press(page, 'Compress');
  await waitForStatus(page, 'waterfall.jpg', 'completed');
  const { fileName, bytes } = await download(firefoxPage, 'Download all files of waterfall.jpg as a ZIP');
  expect(fileName).toBe('waterfall.zip');
  // Three widths in three formats, and the code.
  expect(imagesIn(bytes).size).toBe(10);
});

/** Resolves when `count` rows show a preview that the browser has decoded. */
async function waitForPreviews(page: Page, count: number): Promise<void> {
  await until(
    page,
    (count) => {
      const previews = Array.from(document.querySelectorAll<HTMLImageElement>('[data-testid=file-row] img'));
      const made = previews.filter((image) => image.src.startsWith('blob:') && image.naturalWidth === 144);
      return made.length === count;
    },
    count,
  );
}

/**
 * Returns the mean difference per channel (0 to 255) between the two sides of the comparison, scaled to 24 × 24 pixels.
 */
function meanDifference(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sidePx = 24;
    const [original, result] = ['original', 'result'].map((side) => {
      const shown = document.querySelector<HTMLImageElement | HTMLCanvasElement>(
        `[data-side=${side}] :is(img, canvas)`,
      );
      const context = new OffscreenCanvas(sidePx, sidePx).getContext('2d');
      if (!shown || !context) throw new Error(`Failed to read the pixels of the ${side}`);
      context.drawImage(shown, 0, 0, sidePx, sidePx);
      return context.getImageData(0, 0, sidePx, sidePx).data;
    });
    if (!original || !result) throw new Error('Expected two images to compare');
    return (
      original.reduce((sum, value, at) => sum + Math.abs(value - (result[at] ?? 0)), 0) / original.length
    );
  });
}

/** Drops fixture files onto the drop zone. */
async function drop(page: Page, names: string[]): Promise<void> {
  const files = names.map((name) => ({ name, base64: readFileSync(pathOf(name), 'base64') }));
  await page.evaluate((files) => {
    const data = new DataTransfer();
    for (const { name, base64 } of files) {
      const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type }));
    }
    const zone = document.querySelector('[data-testid=drop-zone]');
    for (const type of ['dragenter', 'dragover', 'drop']) {
      zone?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }, files);
}
